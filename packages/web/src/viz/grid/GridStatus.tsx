import type { ReactNode } from 'react'
import { t, tCount } from '../../words/words.ts'
import styles from '../DataGrid.module.css'
import { showCell } from './cell-text.ts'
import type { Summary } from './selection.ts'

/** Below the grid: how much is selected, and its sum and average; at the end whatever the place has to say. */
export const GridStatus = ({ summary, end }: { readonly summary: Summary | undefined; readonly end?: ReactNode }) => (
  <div className={styles.status}>
    <span className={styles.counts} role="status">
      {summary && summary.cells > 1 && (
        <>
          <span>{tCount('grid.selected', summary.cells)}</span>
          {summary.numbers > 0 && <span>{t('grid.sum', { value: showCell(summary.sum, 'numeric') })}</span>}
          {summary.numbers > 1 && (
            <span>{t('grid.average', { value: showCell(Number((Number(summary.sum) / summary.numbers).toPrecision(12)), 'numeric') })}</span>
          )}
        </>
      )}
    </span>
    {end}
  </div>
)
