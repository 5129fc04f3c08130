import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { openDatasetDialog } from '../../dataset-door.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { Explorer } from './Explorer.tsx'
import styles from './Explorer.module.css'
import { openedKey, useOpened, type Opened } from './queries.ts'
import { isComplete, readAddress, readNumber } from './read-address.ts'

/** `/explore/`: a saved chart, a form left with the server, or a new chart over a dataset or a query. */
export const ExplorePage = () => {
  const [search] = useSearchParams()
  const client = useQueryClient()
  const address = readAddress(search)
  const opened = useOpened(address, isComplete(address))
  const vizType = search.get('viz_type')
  const message = opened.data?.message
  useEffect(() => {
    if (message !== undefined) showToast('warning', message)
  }, [message])

  if (!isComplete(address))
    return (
      <div className={styles.missing}>
        <EmptyState
          title={t('explore.missingUrl')}
          text={t('explore.missingUrlHint')}
          action={<ButtonLink to={links.newChart()}>{t('explore.newChart')}</ButtonLink>}
        />
      </div>
    )
  if (opened.error)
    return (
      <div className={styles.failure}>
        <ErrorBox title={t('viz.failedTitle')} text={normaliseError(opened.error).error} onRetry={() => void opened.refetch()} />
      </div>
    )
  if (!opened.data)
    return (
      <div className={styles.skeleton} role="status" aria-label={t('ui.loading')}>
        <Skeleton height={240} width="80%" />
        <Skeleton height={360} width="90%" />
        <Skeleton height={420} />
      </div>
    )
  const { chart, form, kept, dataset } = opened.data
  if (!dataset)
    return (
      <div className={styles.missing}>
        <EmptyState
          title={t('explore.missingDataset')}
          text={t('explore.missingDatasetHint')}
          action={
            <>
              {chart && (
                <Button
                  onClick={() =>
                    openDatasetDialog({
                      kind: 'swap',
                      onSwapped: (next) => client.setQueryData<Opened>(openedKey(address), (now) => now && { ...now, dataset: next }),
                    })
                  }
                >
                  {t('explore.swapDataset')}
                </Button>
              )}
              <ButtonLink to={links.datasets()}>{t('explore.dataset')}</ButtonLink>
            </>
          }
        />
      </div>
    )
  return (
    <Explorer
      key={[chart?.id ?? 'new', dataset.type, dataset.id, vizType, address.formKey, address.permalinkKey].join(' ')}
      chart={chart}
      form={chart ? form : { viz_type: vizType ?? 'table' }}
      kept={kept}
      dataset={dataset}
      dashboardId={readNumber(search.get('dashboard_id'))}
    />
  )
}
