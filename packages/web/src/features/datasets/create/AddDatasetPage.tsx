import type { datasetEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp, SquareTerminal } from 'lucide-react'
import { useNavigate } from 'react-router'
import { may } from '../../../api/bootstrap.ts'
import { requestFor } from '../../../api/client.ts'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { sayCreateFailure } from '../../../api/say-failure.ts'
import { links } from '../../../links.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { mayUpload, openUpload } from '../../../upload-door.ts'
import { t } from '../../../words/words.ts'
import styles from './AddDatasetPage.module.css'
import { useColumns, useExisting } from './queries.ts'
import type { ExistingDataset, TablePlace } from './queries.ts'
import { SourcePicker } from './SourcePicker.tsx'
import { TablePreview } from './TablePreview.tsx'
import { usePlace } from './use-place.ts'

/** Database → schema → table; columns and first rows are shown before anything is made. */
export const AddDatasetPage = () => {
  const [place, setPlace] = usePlace()
  const { databaseId, schema, table } = place
  const navigate = useNavigate()
  const client = useQueryClient()
  const existing = useExisting(databaseId, schema)
  const chosen: TablePlace | undefined = databaseId === undefined || schema === undefined || table === undefined ? undefined : { databaseId, schema, table }
  const taken = table === undefined ? undefined : existing.data?.get(table)

  const create = useMutation({
    mutationFn: ({ from }: { readonly from: TablePlace; readonly opensChart: boolean }) =>
      requestFor<typeof datasetEndpoints.create>('/api/v1/dataset/', {
        method: 'POST',
        body: { database: from.databaseId, schema: from.schema, table_name: from.table },
      }),
    onSuccess: async ({ id }, { from, opensChart }) => {
      await client.invalidateQueries({ queryKey: ['dataset'] })
      showToast('success', t('datasets.created', { name: from.table }))
      void navigate(opensChart ? links.newChart({ datasource: `${id}__table` }) : links.datasets())
    },
    // Somebody may have been faster.
    onError: () => client.invalidateQueries({ queryKey: ['dataset', 'of-schema'] }),
  })
  // What has no columns makes no dataset; the reason stands where they would.
  const columns = useColumns(chosen)
  const hasColumns = !columns.isError && columns.data?.length !== 0
  const canCreate = chosen !== undefined && taken === undefined && !existing.isLoading && hasColumns
  const start = (opensChart: boolean): void => {
    if (chosen !== undefined && !create.isPending) create.mutate({ from: chosen, opensChart })
  }
  const button = (opensChart: boolean) => (
    <Button
      size="md"
      kind={opensChart ? 'primary' : 'default'}
      isDisabled={!canCreate || create.isPending}
      disabledReason={chosen === undefined ? t('datasets.pickFirst') : taken === undefined ? undefined : sayTaken(taken)}
      isBusy={create.isPending && create.variables.opensChart === opensChart}
      onClick={() => start(opensChart)}
    >
      {opensChart ? t('datasets.create') : t('datasets.createOnly')}
    </Button>
  )

  return (
    <div className={styles.page}>
      <title>{`${t('datasets.addTitle')} · ${t('app.name')}`}</title>
      <div className={styles.head}>
        <PageHeader
          crumbs={[{ label: t('shell.datasets'), to: links.datasets() }]}
          title={table ?? t('datasets.addTitle')}
          actions={
            <>
              <ButtonLink size="md" to={links.datasets()}>
                {t('ui.cancel')}
              </ButtonLink>
              {button(false)}
              {button(true)}
            </>
          }
        />
      </div>
      <div className={styles.body}>
        <section className={styles.side} aria-label={t('datasets.selectSource')}>
          <p className={styles.hint}>{t('datasets.addHint')}</p>
          <SourcePicker
            place={place}
            existing={existing.data}
            onPick={(next) => {
              create.reset()
              setPlace(next)
            }}
          />
        </section>
        <section className={styles.main} aria-label={table}>
          {create.isError && taken === undefined && (
            <ErrorBox title={sayCreateFailure(create.error, t('data.datasets'))} details={describeDetails(normaliseError(create.error))} />
          )}
          {taken !== undefined && <Taken dataset={taken} />}
          {chosen === undefined ? (
            <div className={styles.middle}>
              <OtherWays />
            </div>
          ) : (
            <TablePreview key={`${databaseId} ${schema} ${table}`} place={chosen} />
          )}
        </section>
      </div>
    </div>
  )
}

const sayTaken = ({ kind }: ExistingDataset): string => (kind === 'virtual' ? t('datasets.nameTaken') : t('datasets.exists'))

const Taken = ({ dataset }: { readonly dataset: ExistingDataset }) => (
  <ErrorBox level="info" title={sayTaken(dataset)} text={dataset.kind === 'virtual' ? t('datasets.nameTakenText') : t('datasets.existsText')} isBrief>
    <div className={styles.view}>
      <ButtonLink to={links.explore({ datasource_type: 'table', datasource_id: dataset.id })}>{t('datasets.view')}</ButtonLink>
    </div>
  </ErrorBox>
)

/** A table is not the only beginning: a query or a file will do. */
const OtherWays = () => (
  <EmptyState
    title={t('datasets.selectSource')}
    text={t('datasets.selectSourceText')}
    action={
      <span className={styles.ways}>
        {may('can_sqllab', 'Superset') && (
          <ButtonLink icon={<SquareTerminal size={14} />} to={links.sql({ new: true })}>
            {t('datasets.fromSql')}
          </ButtonLink>
        )}
        {mayUpload() && (
          <Button icon={<FileUp size={14} />} onClick={() => openUpload()}>
            {t('shell.new.upload')}
          </Button>
        )}
      </span>
    }
  />
)
