import { titleOf, type Layout } from '@sightline/core'
import { CodeXml, Ellipsis, Link2, Maximize, PanelRightOpen, Pencil, Redo2, RefreshCw, Save, Star, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { links } from '../../links.ts'
import { Avatars } from '../../ui/Avatar.tsx'
import { CertifiedBadge, Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Breadcrumbs } from '../../ui/PageHeader.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { t, tCount } from '../../words/words.ts'
import styles from './DashboardHeader.module.css'
import { HistoryMenu } from './HistoryMenu.tsx'
import type { Dashboard } from '../../board/queries.ts'
import { changeCount, hasChanges, mayRedo, mayUndo, type BoardState } from './state.ts'

export interface DashboardHeaderProps {
  readonly dashboard: Dashboard
  readonly layout: Layout
  readonly state: BoardState
  readonly isEditing: boolean
  readonly isSaving: boolean
  readonly mayEdit: boolean
  readonly isStarred: boolean
  readonly isPanelOpen: boolean
  /** Without the bar of the site. */
  readonly isAlone: boolean
  readonly onStar: () => void
  readonly onPublish: () => void
  readonly onEdit: () => void
  readonly onRefresh: () => void
  /** Absent where the person may not decide who shows it. */
  readonly onEmbed: (() => void) | undefined
  readonly onRename: (title: string) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onJump: (to: number) => void
  readonly onDiscard: () => void
  readonly onSave: () => void
  readonly onOpenPanel: () => void
}

/** The title row: what this is on the left, what can be done on the right. */
export const DashboardHeader = (props: DashboardHeaderProps) => {
  const { dashboard, layout, isEditing, isStarred } = props
  return (
    <header className={joinClasses(styles.head, props.isAlone && styles.alone)}>
      <div className={styles.name}>
        <Breadcrumbs items={[{ label: t('dashboard.list'), to: links.dashboards() }]} />
        {isEditing ? (
          <h1 className={styles.title}>
            <TitleField key={titleOf(layout)} title={titleOf(layout)} onRename={props.onRename} />
          </h1>
        ) : (
          <h1 className={styles.title}>{titleOf(layout) || t('dashboard.untitled')}</h1>
        )}
        <CertifiedBadge by={dashboard.certified_by} details={dashboard.certification_details} size={16} />
        {!isEditing && (
          <>
            <IconButton
              size="xs"
              label={isStarred ? t('dashboard.unstar') : t('dashboard.star')}
              aria-pressed={isStarred}
              className={joinClasses(styles.star, isStarred && styles.starred)}
              icon={<Star size={16} fill={isStarred ? 'currentColor' : 'none'} />}
              onClick={props.onStar}
            />
            <Status {...props} />
          </>
        )}
        {isEditing && hasChanges(props.state) && <span className={styles.unsaved}>{tCount('dashboard.unsaved', changeCount(props.state))}</span>}
      </div>
      <div className={styles.actions}>{isEditing ? <EditActions {...props} /> : <ReadActions {...props} />}</div>
    </header>
  )
}

const Status = ({ dashboard, mayEdit, onPublish }: DashboardHeaderProps) => {
  const badge = <Badge>{dashboard.published ? t('dashboard.published') : t('dashboard.draft')}</Badge>
  if (!mayEdit) return dashboard.published ? null : <Tooltip text={t('dashboard.draftHint')}>{badge}</Tooltip>
  return (
    <Tooltip text={dashboard.published ? t('dashboard.unpublish') : t('dashboard.publish')}>
      <button type="button" className={styles.publish} onClick={onPublish}>
        {badge}
      </button>
    </Tooltip>
  )
}

const ReadActions = ({ dashboard, mayEdit, isAlone, onEdit, onRefresh, onEmbed }: DashboardHeaderProps) => (
  <>
    <Avatars people={dashboard.owners} />
    {mayEdit && (
      <Button icon={<Pencil size={14} />} onClick={onEdit}>
        {t('dashboard.edit')}
      </Button>
    )}
    <Menu
      label={t('dashboard.menu')}
      align="end"
      items={[
        { key: 'refresh', label: t('dashboard.refresh'), icon: <RefreshCw size={14} />, onSelect: onRefresh },
        {
          key: 'full',
          label: isAlone ? t('dashboard.leaveFullscreen') : t('dashboard.fullscreen'),
          icon: <Maximize size={14} />,
          to: `${links.dashboard(dashboard.slug || dashboard.id)}${isAlone ? '' : '?standalone=1'}`,
        },
        {
          key: 'link',
          label: t('dashboard.copyLink'),
          icon: <Link2 size={14} />,
          onSelect: () => void copyText(new URL(links.dashboard(dashboard.slug || dashboard.id), location.href).href),
        },
        ...(onEmbed ? [{ key: 'embed', label: t('dashboard.embed'), icon: <CodeXml size={14} />, onSelect: onEmbed }] : []),
      ]}
      trigger={(trigger) => <IconButton {...trigger} kind="default" label={t('dashboard.menu')} icon={<Ellipsis size={16} />} />}
    />
  </>
)

const EditActions = ({ state, isSaving, isPanelOpen, onUndo, onRedo, onJump, onDiscard, onSave, onOpenPanel }: DashboardHeaderProps) => (
  <>
    <IconButton label={t('dashboard.undo')} icon={<Undo2 size={16} />} isDisabled={!mayUndo(state)} onClick={onUndo} />
    <IconButton label={t('dashboard.redo')} icon={<Redo2 size={16} />} isDisabled={!mayRedo(state)} onClick={onRedo} />
    <HistoryMenu state={state} onJump={onJump} />
    {!isPanelOpen && (
      <Button icon={<PanelRightOpen size={14} />} onClick={onOpenPanel}>
        {t('dashboard.openPanel')}
      </Button>
    )}
    <span className={styles.gap} />
    <Button onClick={onDiscard}>{t('dashboard.discard')}</Button>
    <Button
      kind="primary"
      icon={<Save size={14} />}
      aria-keyshortcuts="Control+S"
      isBusy={isSaving}
      isDisabled={!hasChanges(state)}
      disabledReason={t('dashboard.nothingToSave')}
      onClick={onSave}
    >
      {t('dashboard.save')}
      <kbd className={styles.kbd} aria-hidden>
        Ctrl S
      </kbd>
    </Button>
  </>
)

const TitleField = ({ title, onRename }: { readonly title: string; readonly onRename: (title: string) => void }) => {
  const [text, setText] = useState(title)
  const keep = (): void => {
    const next = text.trim()
    if (next === '') setText(title)
    else if (next !== title) onRename(next)
  }
  return (
    <input
      className={styles.titleField}
      aria-label={t('dashboard.title')}
      placeholder={t('dashboard.titlePlaceholder')}
      value={text}
      maxLength={500}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        else if (event.key === 'Escape') setText(title)
      }}
    />
  )
}
