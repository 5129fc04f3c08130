import { LayoutDashboard, Link2, Save, Star } from 'lucide-react'
import { useState } from 'react'
import { links } from '../../links.ts'
import { Avatars } from '../../ui/Avatar.tsx'
import { Badge, CertifiedBadge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Breadcrumbs } from '../../ui/PageHeader.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { t, tCount } from '../../words/words.ts'
import styles from './ExploreHeader.module.css'
import type { SavedChart } from './queries.ts'

export interface ExploreHeaderProps {
  readonly chart: SavedChart | undefined
  readonly name: string
  readonly mayRename: boolean
  readonly isStarred: boolean
  readonly isAltered: boolean
  readonly maySave: boolean
  readonly onRename: (name: string) => void
  readonly onStar: () => void
  readonly onSave: () => void
}

export const ExploreHeader = ({ chart, name, mayRename, isStarred, isAltered, maySave, onRename, onStar, onSave }: ExploreHeaderProps) => (
  <header className={styles.head}>
    <Breadcrumbs items={[{ label: t('explore.charts'), to: links.charts() }]} />
    <h1 className={styles.title}>{mayRename ? <NameField key={name} name={name} onRename={onRename} /> : name || t('explore.untitled')}</h1>
    <CertifiedBadge by={chart?.certified_by} details={chart?.certification_details} size={16} />
    {chart && (
      <IconButton
        size="xs"
        label={isStarred ? t('dashboard.unstar') : t('dashboard.star')}
        aria-pressed={isStarred}
        className={joinClasses(isStarred && styles.starred)}
        icon={<Star size={16} fill={isStarred ? 'currentColor' : 'none'} />}
        onClick={onStar}
      />
    )}
    {chart && isAltered && (
      <Tooltip text={t('explore.alteredHint')}>
        <span>
          <Badge tone="warning">{t('explore.altered')}</Badge>
        </span>
      </Tooltip>
    )}
    {chart && chart.dashboards.length > 0 && (
      <Menu
        label={tCount('explore.onDashboards', chart.dashboards.length)}
        items={chart.dashboards.map(({ id, dashboard_title: title }) => ({ key: String(id), label: title, to: links.dashboard(id) }))}
        trigger={(props) => (
          <Button {...props} kind="quiet" icon={<LayoutDashboard size={14} />}>
            {tCount('explore.onDashboards', chart.dashboards.length)}
          </Button>
        )}
      />
    )}
    <span className={styles.rest} />
    {chart && <Avatars people={chart.owners} />}
    {chart && (
      <Button icon={<Link2 size={14} />} onClick={() => void copyText(new URL(links.explore({ slice_id: chart.id }), location.href).href)}>
        {t('dashboard.copyLink')}
      </Button>
    )}
    <Button icon={<Save size={14} />} aria-keyshortcuts="Control+S" isDisabled={!maySave} disabledReason={t('save.needsValues')} onClick={onSave}>
      {t('explore.save')}
      <kbd className={styles.kbd} aria-hidden>
        Ctrl S
      </kbd>
    </Button>
  </header>
)

const NameField = ({ name, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) => {
  const [text, setText] = useState(name)
  return (
    <input
      className={styles.name}
      aria-label={t('save.name')}
      placeholder={t('explore.namePlaceholder')}
      value={text}
      maxLength={250}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onRename(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        else if (event.key === 'Escape') setText(name)
      }}
    />
  )
}
