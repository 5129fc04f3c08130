import { t, tCount } from '../../words/words.ts'
import styles from '../DataGrid.module.css'
import { showCell } from './cell-text.ts'

/** Below the grid: how much is selected, and its sum and average. */
export const GridStatus = ({ summary }: { readonly summary: { readonly cells: number; readonly numbers: number; readonly sum: number } }) => (
  <div className={styles.status} role="status">
    <span>{tCount('grid.selected', summary.cells)}</span>
    {summary.numbers > 0 && <span>{t('grid.sum', { value: showCell(summary.sum, 'numeric') })}</span>}
    {summary.numbers > 1 && <span>{t('grid.average', { value: showCell(Number((summary.sum / summary.numbers).toPrecision(12)), 'numeric') })}</span>}
  </div>
)
