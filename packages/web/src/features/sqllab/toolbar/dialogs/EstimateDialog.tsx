import { normaliseError } from '../../../../api/normalise-error.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../../ui/ErrorBox.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import { t } from '../../../../words/words.ts'
import { useLab } from '../../lab/store.ts'
import type { Estimate } from '../../state/model.ts'
import { costTable } from '../cost-table.ts'
import styles from '../toolbar.module.css'

/** What the database expects a query to cost, before anything is run. */
export const EstimateDialog = ({ tabId, onRetry, onClose }: { readonly tabId: string; readonly onRetry: () => void; readonly onClose: () => void }) => {
  const estimate = useLab((lab) => lab.sql.estimates[tabId])
  return (
    <Dialog
      isOpen
      title={t('sqlbar.estimateTitle')}
      width={560}
      onClose={onClose}
      footer={
        <Button size="md" data-autofocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <EstimateBody estimate={estimate} onRetry={onRetry} />
    </Dialog>
  )
}

const EstimateBody = ({ estimate, onRetry }: { readonly estimate: Estimate | undefined; readonly onRetry: () => void }) => {
  if (estimate?.error != null) {
    const { error, hints } = normaliseError(estimate.error)
    return <ErrorBox title={t('error.fallback')} text={error} details={hints.join('\n')} onRetry={onRetry} />
  }
  if (!estimate?.completed || estimate.cost === null)
    return (
      <p className={styles.waiting}>
        <Spinner label={t('sqlbar.estimating')} />
        {t('sqlbar.estimating')}
      </p>
    )
  const { columns, rows } = costTable(estimate.cost)
  if (columns.length === 0) return <p>{t('sqlbar.estimateNone')}</p>
  return (
    <table className={styles.cost}>
      <thead>
        <tr>
          {rows.length > 1 && <th scope="col">{t('sqlbar.statement')}</th>}
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          <tr key={index}>
            {rows.length > 1 && <th scope="row">{index + 1}</th>}
            {cells.map((cell, column) => (
              <td key={columns[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
