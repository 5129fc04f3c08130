import { ChartColumn, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { bootstrap, may } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import { commandKey } from '../../ui/command-key.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import { CardSections } from './CardSections.tsx'
import { Favourites } from './Favourites.tsx'
import styles from './Home.module.css'
import { NextSteps } from './NextSteps.tsx'
import { usePanels } from './panels.ts'
import { usePictures } from './pictures.ts'
import { useFirstRecent, useSavedQueries } from './queries.ts'
import { greetingKey } from './recent.ts'
import { Recents } from './Recents.tsx'
import { SavedQueries } from './SavedQueries.tsx'

/** Where a person lands: a greeting, what to do next, what there is, what they did last. */
export const HomePage = () => {
  const { user } = bootstrap()
  const [hour] = useState(() => new Date().getHours())
  const pictures = usePictures()
  const recent = useFirstRecent()
  const queries = useSavedQueries()
  const panel = usePanels({ recents: recent.isPending || recent.count > 0, queries: (queries.data?.length ?? 0) > 0 })
  const name = user.firstName || user.username || ''
  return (
    <div className={styles.page}>
      <title>{`${t('home.title')} · ${t('app.name')}`}</title>
      <header className={styles.hello}>
        <div>
          <h1 className={styles.greeting}>{t(greetingKey(hour), { name })}</h1>
          <p className={styles.intro}>
            {t('home.introBefore')} <kbd className={styles.key}>{commandKey()}</kbd> <kbd className={styles.key}>K</kbd> {t('home.introAfter')}
          </p>
        </div>
        <div className={styles.buttons}>
          {pictures.isOffered && <Switch label={t('home.thumbnails')} isOn={pictures.isOn} onChange={pictures.setOn} />}
          {may('can_write', 'Chart') && (
            <ButtonLink size="md" icon={<ChartColumn size={14} />} to={links.newChart()}>
              {t('home.newChart')}
            </ButtonLink>
          )}
          {may('can_sqllab', 'Superset') && (
            <ButtonLink size="md" icon={<SquareTerminal size={14} />} to={links.sql({ new: true })}>
              {t('home.newQuery')}
            </ButtonLink>
          )}
        </div>
      </header>
      <NextSteps />
      <CardSections kind="dashboard" panel={panel('dashboards')} hasPictures={pictures.isOn} />
      <div className={joinClasses(styles.columns, !panel('recents').isOpen && styles.stacked)}>
        <Recents panel={panel('recents')} />
        <Favourites />
      </div>
      <CardSections kind="chart" panel={panel('charts')} hasPictures={pictures.isOn} />
      {may('can_read', 'SavedQuery') && <SavedQueries panel={panel('queries')} />}
    </div>
  )
}
