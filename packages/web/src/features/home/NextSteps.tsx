import { ArrowRight, ChartColumn, ChartPie, Compass, Database, FileUp, SquareTerminal, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { may } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { mayUpload, openUpload } from '../../upload-door.ts'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { useDashboardCards } from './queries.ts'

interface Step {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly to?: string
  readonly onSelect?: () => void
  readonly glyph: ReactNode
}

/** Three things worth doing next, out of those this person may do. */
export const NextSteps = () => {
  const dashboards = useDashboardCards('Other')
  const first = dashboards.data?.at(-1)
  const steps: Step[] = []
  if (first !== undefined)
    steps.push({
      key: 'example',
      title: t('home.stepExample'),
      text: t('home.stepExampleText'),
      to: links.dashboard(first.slug ?? first.id),
      glyph: <Compass size={16} />,
    })
  else
    steps.push({ key: 'dashboards', title: t('home.stepDashboards'), text: t('home.stepDashboardsText'), to: links.dashboards(), glyph: <Compass size={16} /> })
  if (may('can_write', 'Database'))
    steps.push({
      key: 'database',
      title: t('home.stepDatabase'),
      text: t('home.stepDatabaseText'),
      to: links.databases({ show_database_modal: true }),
      glyph: <Database size={16} />,
    })
  if (mayUpload())
    steps.push({ key: 'file', title: t('home.stepFile'), text: t('home.stepFileText'), onSelect: () => openUpload(), glyph: <FileUp size={16} /> })
  if (may('can_sqllab', 'Superset'))
    steps.push({ key: 'query', title: t('home.stepQuery'), text: t('home.stepQueryText'), to: links.sql({ new: true }), glyph: <SquareTerminal size={16} /> })
  if (may('can_write', 'Chart'))
    steps.push({ key: 'chart', title: t('home.stepChart'), text: t('home.stepChartText'), to: links.newChart(), glyph: <ChartColumn size={16} /> })
  if (may('can_write', 'Dataset'))
    steps.push({ key: 'dataset', title: t('home.stepDataset'), text: t('home.stepDatasetText'), to: links.newDataset(), glyph: <Table2 size={16} /> })
  steps.push({ key: 'charts', title: t('home.stepCharts'), text: t('home.stepChartsText'), to: links.charts(), glyph: <ChartPie size={16} /> })
  return (
    <nav className={styles.steps} aria-label={t('home.steps')}>
      {steps.slice(0, 3).map((step, index) => {
        const content = (
          <>
            <span className={styles.stepGlyph}>{step.glyph}</span>
            <span className={styles.stepWords}>
              <span className={styles.stepTitle}>{step.title}</span>
              <span className={styles.stepText}>{step.text}</span>
            </span>
            <ArrowRight size={16} aria-hidden />
          </>
        )
        return step.to === undefined ? (
          <button key={step.key} type="button" className={joinClasses(styles.step, styles.isDrop)} onClick={step.onSelect}>
            {content}
          </button>
        ) : (
          <Link key={step.key} to={step.to} className={joinClasses(styles.step, index === 0 && styles.isFirst)}>
            {content}
          </Link>
        )
      })}
    </nav>
  )
}
