import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { t, tCount } from '../../words/words.ts'
import styles from './Report.module.css'
import { NotBroughtList } from './NotBroughtList.tsx'
import type { FidelityReport } from './queries.ts'
import { countStates, rowsOf, sections, states } from './report-rows.ts'
import type { Section, StateFilter } from './report-rows.ts'
import { sayExtras } from './say-kinds.ts'
import { SectionList } from './SectionList.tsx'
import { SectionTiles } from './SectionTiles.tsx'

const isSection = (text: string | null): text is Section => sections.some((one) => one === text)
const isFilter = (text: string | null): text is StateFilter => text === 'closed' || states.some((one) => one === text)

/** How faithfully everything came: what was lost stands first, then every object by its state. The address says what is shown. */
export const ReportView = ({ report }: { readonly report: FidelityReport }) => {
  const [search, setSearch] = useSearchParams()
  const rows = useMemo(
    () => Object.fromEntries(sections.map((section) => [section, rowsOf(report, section)])) as Record<Section, ReturnType<typeof rowsOf>>,
    [report],
  )
  const asked = search.get('show')
  const section = isSection(asked) ? asked : (sections.find((one) => rows[one].length > 0) ?? 'charts')
  const askedState = search.get('state')
  const state = isFilter(askedState) ? askedState : undefined
  const show = (next: { readonly section: Section; readonly state?: StateFilter | undefined; readonly text?: string }): void =>
    setSearch(
      () => ({
        show: next.section,
        ...(next.state === undefined ? {} : { state: next.state }),
        ...(next.text === undefined || next.text === '' ? {} : { q: next.text }),
      }),
      { replace: true, preventScrollReset: true },
    )

  const isAhead = report.is_dry_run
  const shut = rows.databases.filter((row) => row.state === 'shut').length
  const closed = rows.datasets.filter((row) => row.isClosed).length
  const extras = sayExtras(report.extras)
  return (
    <>
      {isAhead && <ErrorBox isBrief level="info" title={t('moving.lookBanner')} text={t('moving.lookBannerText')} />}
      {report.not_brought.length > 0 ? (
        <NotBroughtList items={report.not_brought} />
      ) : (
        <div className={styles.allBrought}>
          <CircleCheck size={20} aria-hidden />
          <div>
            <h2 className={styles.title}>{t('moving.allBrought')}</h2>
            <p className={styles.quiet}>{t(isAhead ? 'moving.allBroughtAheadText' : 'moving.allBroughtText')}</p>
          </div>
        </div>
      )}
      {closed > 0 && (
        <Notice title={tCount('moving.closed', closed)} text={t('moving.closedText')} onShow={() => show({ section: 'datasets', state: 'closed' })} />
      )}
      {shut > 0 && <Notice title={tCount('moving.shut', shut)} text={t('moving.shutText')} onShow={() => show({ section: 'databases', state: 'shut' })} />}
      <section className={styles.summary} aria-label={t(isAhead ? 'moving.summaryAhead' : 'moving.summary')}>
        <h2 className={styles.title}>{t(isAhead ? 'moving.summaryAhead' : 'moving.summary')}</h2>
        <SectionTiles
          tiles={sections.map((one) => ({ section: one, count: rows[one].length, states: countStates(rows[one]) }))}
          value={section}
          onChange={(next) => show({ section: next })}
        />
        {extras !== '' && (
          <p className={styles.extras}>
            <span className={styles.quiet}>{t(isAhead ? 'moving.extrasAhead' : 'moving.extras')}</span> {extras}
          </p>
        )}
      </section>
      <SectionList
        key={section}
        section={section}
        rows={rows[section]}
        state={state}
        text={search.get('q') ?? ''}
        isAhead={isAhead}
        onChange={(next) => show({ section, state, text: search.get('q') ?? '', ...next })}
      />
    </>
  )
}

const Notice = ({ title, text, onShow }: { readonly title: string; readonly text: string; readonly onShow: () => void }) => (
  <div className={styles.notice}>
    <TriangleAlert size={16} aria-hidden />
    <div className={styles.noticeWords}>
      <p className={styles.noticeTitle}>{title}</p>
      <p className={styles.quiet}>{text}</p>
    </div>
    <Button onClick={onShow}>{t('moving.show')}</Button>
  </div>
)
