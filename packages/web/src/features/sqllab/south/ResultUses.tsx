import { ChartColumn, Layers } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { may } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { t } from '../../../words/words.ts'
import { chartRun, saveRunAsDataset } from '../lab/result-commands.ts'
import { useLab } from '../lab/store.ts'
import type { Run, RunRows } from '../state/model.ts'
import styles from './South.module.css'

/** What rows can become, where their database lets its queries be asked about. */
export const ResultUses = ({ run, results }: { readonly run: Run; readonly results: RunRows }) => {
  const database = useLab((lab) => lab.databases[run.dbId])
  const [isOpening, setIsOpening] = useState(false)
  const navigate = useNavigate()
  if (!database?.allows_virtual_table_explore) return null
  const reason = database.allows_subquery ? undefined : t('sqllab.chartNeedsSubquery')
  const chart = async (event: MouseEvent): Promise<void> => {
    setIsOpening(true)
    const address = await chartRun(run, results, event.ctrlKey || event.metaKey)
    setIsOpening(false)
    if (address !== undefined) await navigate(address)
  }
  return (
    <>
      <Button
        icon={<ChartColumn size={14} />}
        title={t('sqllab.createChart')}
        isBusy={isOpening}
        isDisabled={reason !== undefined}
        disabledReason={reason}
        onClick={(event) => void chart(event)}
      >
        <span className={styles.useText}>{t('sqllab.createChart')}</span>
      </Button>
      {may('can_write', 'Dataset') && (
        <Button
          icon={<Layers size={14} />}
          title={t('sqllab.saveAsDataset')}
          isDisabled={reason !== undefined}
          disabledReason={reason}
          onClick={() => saveRunAsDataset(run, results)}
        >
          <span className={styles.useText}>{t('sqllab.saveAsDataset')}</span>
        </Button>
      )}
    </>
  )
}
