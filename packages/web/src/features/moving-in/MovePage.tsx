import { useParams } from 'react-router'
import { ApiFailure } from '../../api/failure.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t } from '../../words/words.ts'
import { FailedMove } from './FailedMove.tsx'
import styles from './MovingIn.module.css'
import { MoveKind, MoveStatus } from './MoveStatus.tsx'
import { useMove } from './queries.ts'
import { ReportActions } from './ReportActions.tsx'
import { ReportView } from './ReportView.tsx'
import { RunningMove } from './RunningMove.tsx'

const crumbs = [{ label: t('moving.title'), to: links.movingIn() }]

const AllMoves = () => (
  <ButtonLink size="md" kind="primary" to={links.movingIn()}>
    {t('moving.all')}
  </ButtonLink>
)

/** One move: how far it is, why it ended, or how faithfully it came. */
export const MovePage = () => {
  const id = Number(useParams()['id'])
  const move = useMove(id)
  const { data } = move
  if (move.isError && data === undefined) {
    const said = normaliseError(move.error)
    const isMissing = move.error instanceof ApiFailure && (move.error.status === 404 || move.error.status === 400)
    return (
      <div className={styles.middle}>
        <title>{`${t('moving.title')} · ${t('app.name')}`}</title>
        {isMissing ? (
          <EmptyState isPageTitle title={t('moving.notFound')} text={t('moving.notFoundText')} action={<AllMoves />} />
        ) : (
          <ErrorBox title={t('moving.loadFailed')} text={said.error} details={describeDetails(said)} onRetry={() => void move.refetch()} />
        )}
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <title>{`${data?.source.name ?? t('moving.title')} · ${t('app.name')}`}</title>
      <div className={styles.top}>
        <PageHeader
          crumbs={crumbs}
          title={data?.source.name ?? t('moving.title')}
          badges={
            data !== undefined && (
              <>
                <MoveKind isDryRun={data.is_dry_run} />
                <MoveStatus status={data.status} />
              </>
            )
          }
          actions={data?.report ? <ReportActions id={id} report={data.report} /> : undefined}
        />
      </div>
      <div className={styles.content}>
        {data === undefined ? (
          <div role="status" aria-label={t('ui.loading')} className={styles.bones}>
            <Skeleton height={72} radius={6} />
            <Skeleton height={110} radius={6} />
            <Skeleton height={320} radius={6} />
          </div>
        ) : data.status === 'running' ? (
          <RunningMove move={data} />
        ) : data.status === 'failed' ? (
          <FailedMove move={data} />
        ) : data.report ? (
          <ReportView report={data.report} />
        ) : (
          <div className={styles.middle}>
            <EmptyState title={t('moving.stoppedTitle')} text={t('moving.stoppedText')} action={<AllMoves />} />
          </div>
        )}
      </div>
    </div>
  )
}
