import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileArchive, Server, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import styles from './MovingIn.module.css'
import { MoveKind, MoveStatus } from './MoveStatus.tsx'
import { forgetMove, useMoves } from './queries.ts'
import type { Move } from './queries.ts'

/** Every move and look ahead that was made, the newest first, each with its report. */
export const PastMoves = () => {
  const moves = useMoves()
  const client = useQueryClient()
  const [doomed, setDoomed] = useState<Move>()
  const forget = useMutation({
    mutationFn: ({ id }: Move) => forgetMove(id),
    onSuccess: () => setDoomed(undefined),
    onError: (cause) => showToast('danger', t('moving.forgetFailed', { error: normaliseError(cause).error })),
    onSettled: () => client.invalidateQueries({ queryKey: ['moving-in', 'list'] }),
  })
  return (
    <section className={styles.list} aria-label={t('moving.past')}>
      <h2 className={styles.cardTitle}>{t('moving.past')}</h2>
      {moves.isError && moves.data === undefined ? (
        <ErrorBox
          title={t('moving.pastFailed')}
          text={normaliseError(moves.error).error}
          details={describeDetails(normaliseError(moves.error))}
          onRetry={() => void moves.refetch()}
        />
      ) : moves.data === undefined ? (
        <div role="status" aria-label={t('ui.loading')} className={styles.bones}>
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} height={20} />
          ))}
        </div>
      ) : moves.data.length === 0 ? (
        <EmptyState title={t('moving.pastEmpty')} text={t('moving.pastEmptyText')} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('moving.column.source')}</th>
              <th scope="col" className={styles.statusColumn}>
                {t('moving.column.status')}
              </th>
              <th scope="col" className={styles.whenColumn}>
                {t('moving.column.started')}
              </th>
              <th scope="col" className={styles.actionColumn}>
                <span className="visually-hidden">{t('moving.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.data.map((move) => (
              <MoveLine key={move.id} move={move} onForget={() => setDoomed(move)} />
            ))}
          </tbody>
        </table>
      )}
      {doomed !== undefined && (
        <ConfirmDialog
          title={t('moving.forgetTitle')}
          action={t('moving.forget')}
          isBusy={forget.isPending}
          onConfirm={() => forget.mutate(doomed)}
          onClose={() => setDoomed(undefined)}
        >
          <p>{t('moving.forgetText')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const MoveLine = ({ move, onForget }: { readonly move: Move; readonly onForget: () => void }) => {
  const Glyph = move.source.kind === 'bundle' ? FileArchive : Server
  return (
    <tr>
      <td>
        <span className={styles.source}>
          <Glyph size={16} aria-hidden />
          <Link to={links.move(move.id)} className={styles.sourceName}>
            {move.source.name}
          </Link>
          <MoveKind isDryRun={move.is_dry_run} />
        </span>
      </td>
      <td>
        <MoveStatus status={move.status} />
      </td>
      <td>
        <TimeAgo at={move.started_on} />
      </td>
      <td>
        {move.status !== 'running' && (
          <IconButton size="xs" label={t('moving.forgetNamed', { name: move.source.name })} icon={<Trash2 size={14} />} onClick={onForget} />
        )}
      </td>
    </tr>
  )
}
