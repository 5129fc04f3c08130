import type { ColumnProfile } from '@sightline/contract'
import { formatCount, t, tCount } from '../../../words/words.ts'
import { kindOfType } from './describe-type.ts'
import { barHeights, shareOf, showValue } from './describe-profile.ts'
import styles from './Profile.module.css'

/** What a column holds: a few numbers, how they are spread, and what comes most. */
export const ColumnProfileView = ({ profile }: { readonly profile: ColumnProfile }) => {
  const isTime = kindOfType(profile.type) === 'temporal'
  const edges = profile.min === null && profile.max === null ? [] : ([profile.min, profile.max] as const)
  return (
    <>
      <p className={styles.rows}>{tCount(`sqlside.looked.${profile.looked_at}`, profile.rows)}</p>
      <dl className={styles.facts}>
        <Fact name={t('sqlside.nulls')} value={`${formatCount(profile.nulls)} (${shareOf(profile.nulls, profile.rows)})`} />
        <Fact
          name={t('sqlside.distinct')}
          value={
            profile.distinct === null
              ? t('sqlside.notCompared')
              : profile.distinct_is_approximate
                ? t('sqlside.aboutDistinct', { count: formatCount(profile.distinct) })
                : formatCount(profile.distinct)
          }
        />
        {edges.length > 0 && <Fact name={t(isTime ? 'sqlside.first' : 'sqlside.min')} value={showValue(profile.min)} />}
        {edges.length > 0 && <Fact name={t(isTime ? 'sqlside.last' : 'sqlside.max')} value={showValue(profile.max)} />}
        {profile.mean !== null && <Fact name={t('sqlside.mean')} value={showValue(profile.mean)} />}
      </dl>
      {profile.histogram.length > 0 && <Histogram bars={profile.histogram} />}
      {profile.top.length > 0 && <Top profile={profile} />}
    </>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd title={value}>{value}</dd>
  </>
)

/** Bars for the eye, the same numbers as a table for readers. */
const Histogram = ({ bars }: { readonly bars: ColumnProfile['histogram'] }) => {
  const heights = barHeights(bars.map(({ rows }) => rows))
  const said = (bar: (typeof bars)[number]): string => t('sqlside.bar', { from: showValue(bar.from), to: showValue(bar.to), count: formatCount(bar.rows) })
  return (
    <section aria-label={t('sqlside.histogram')}>
      <p className={styles.heading} aria-hidden>
        {t('sqlside.histogram')}
      </p>
      <div className={styles.bars} aria-hidden>
        {bars.map((bar, index) => (
          <span key={index} className={styles.slot} title={said(bar)}>
            <span className={styles.bar} style={{ height: `${String(heights[index])}%` }} />
          </span>
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        <span>{showValue(bars[0]!.from)}</span>
        <span>{showValue(bars.at(-1)!.to)}</span>
      </div>
      <table className="visually-hidden">
        <caption>{t('sqlside.histogram')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sqlside.barFrom')}</th>
            <th scope="col">{t('sqlside.barTo')}</th>
            <th scope="col">{t('sqlside.topRows')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, index) => (
            <tr key={index}>
              <td>{showValue(bar.from)}</td>
              <td>{showValue(bar.to)}</td>
              <td>{formatCount(bar.rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Top = ({ profile: { top, rows } }: { readonly profile: ColumnProfile }) => {
  const most = Math.max(...top.map((one) => one.rows), 1)
  return (
    <table className={styles.top}>
      <caption className={styles.heading}>{t('sqlside.top')}</caption>
      <colgroup>
        <col />
        <col className={styles.rowsColumn} />
        <col className={styles.shareColumn} />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('sqlside.topValue')}</th>
          <th scope="col">{t('sqlside.topRows')}</th>
          <th scope="col">{t('sqlside.topShare')}</th>
        </tr>
      </thead>
      <tbody>
        {top.map((one, index) => (
          <tr key={index}>
            <th scope="row" className={styles.value} title={showValue(one.value)}>
              <span className={styles.valueBar} style={{ width: `${String((one.rows / most) * 100)}%` }} aria-hidden />
              <span className={one.value === '' ? styles.noText : undefined}>{one.value === '' ? t('sqlside.emptyText') : showValue(one.value)}</span>
            </th>
            <td>{formatCount(one.rows)}</td>
            <td>{shareOf(one.rows, rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
