import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { formatCount, t, tCount } from '../../words/words.ts'
import styles from './Report.module.css'
import { toneOf } from './report-rows.ts'
import type { Loss, ReportRow, Section } from './report-rows.ts'

/** More than these are folded away. */
const mostLosses = 4

/** The cells of one object: its name, kind and state, and each thing that is not as it was. */
export const RowLine = ({ row, section, isAhead }: { readonly row: ReportRow; readonly section: Section; readonly isAhead: boolean }) => (
  <>
    <span role="cell" className={styles.nameCell}>
      {row.to === undefined ? (
        <span className={styles.name}>{row.name}</span>
      ) : (
        <Link to={row.to} className={styles.name}>
          {row.name}
        </Link>
      )}
      <span className={styles.fate}>{t(`${isAhead ? 'moving.fateAhead' : 'moving.fate'}.${row.fate}`)}</span>
    </span>
    {(section === 'charts' || section === 'datasets') && (
      <span role="cell" className={section === 'charts' ? styles.code : styles.about}>
        {row.about}
      </span>
    )}
    <span role="cell" className={styles.states}>
      <Badge tone={toneOf[row.state]}>{t(`moving.state.${row.state}`)}</Badge>
      {row.isClosed && <Badge tone="warning">{t('moving.state.closed')}</Badge>}
    </span>
    <div role="cell" className={styles.details}>
      {row.why !== null && <p>{row.why}</p>}
      {row.state === 'not_drawable' && <p>{t('moving.notDrawable')}</p>}
      <Losses losses={row.losses} />
      {row.losses.length === 0 && row.found.length > 0 && (
        <p className={styles.quiet}>{row.found.map(([of, count]) => tCount(`moving.found.${of}`, count)).join(', ')}</p>
      )}
      {section === 'databases' && row.state === 'shut' && row.to !== undefined && (
        <div>
          <ButtonLink to={row.to}>{t('moving.editDatabase')}</ButtonLink>
        </div>
      )}
    </div>
  </>
)

const Losses = ({ losses }: { readonly losses: readonly Loss[] }) => {
  const [isOpen, setIsOpen] = useState(false)
  if (losses.length === 0) return null
  const shown = isOpen ? losses : losses.slice(0, mostLosses)
  return (
    <>
      <ul className={styles.losses}>
        {shown.map((loss, index) => (
          // Names may come twice in an odd form; the order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${loss.of} ${loss.name} ${index}`}>
            <span className={styles.lossOf}>{t(`moving.loss.${loss.of}`)}</span> <code className={styles.code}>{loss.name}</code>{' '}
            <span className={styles.lossWhy}>{loss.why === '' ? t('moving.missingColumn') : loss.why}</span>
          </li>
        ))}
      </ul>
      {losses.length > mostLosses && (
        <div>
          <Button kind="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('moving.less') : t('moving.more', { count: formatCount(losses.length) })}
          </Button>
        </div>
      )}
    </>
  )
}
