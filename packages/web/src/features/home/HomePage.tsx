import { ChartColumn, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { bootstrap, may } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { commandKey } from '../../ui/command-key.ts'
import { t } from '../../words/words.ts'
import { CardSections } from './CardSections.tsx'
import { Favourites } from './Favourites.tsx'
import styles from './Home.module.css'
import { NextSteps } from './NextSteps.tsx'
import { greetingKey } from './recent.ts'
import { Recents } from './Recents.tsx'
import { SavedQueries } from './SavedQueries.tsx'

/** Where a person lands: a greeting, what to do next, what there is, what they did last. */
export const HomePage = () => {
  const { user } = bootstrap()
  const [hour] = useState(() => new Date().getHours())
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
      <CardSections kind="dashboard" />
      <div className={styles.columns}>
        <Recents />
        <Favourites />
      </div>
      <CardSections kind="chart" />
      {may('can_read', 'SavedQuery') && <SavedQueries />}
    </div>
  )
}
