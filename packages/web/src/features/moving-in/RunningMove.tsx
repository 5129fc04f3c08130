import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { ApiFailure } from '../../api/failure.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { showToast } from '../../ui/toasts.ts'
import { formatCount, t } from '../../words/words.ts'
import styles from './MovingIn.module.css'
import { stopMove } from './queries.ts'
import type { Move } from './queries.ts'

const sayStep = ({ step }: Move): string => {
  if (step === null) return t('moving.begins')
  if (step.total === null) return step.words
  return `${step.words} · ${t('moving.doneOf', { done: formatCount(step.done), total: formatCount(step.total) })}`
}

/** What a move does at the moment, with a way to stop it. */
export const RunningMove = ({ move }: { readonly move: Move }) => {
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => stopMove(move.id),
    onError: (cause) => {
      // It was done before the wish to stop it arrived: the page shows its report.
      if (!(cause instanceof ApiFailure && cause.status === 409)) showToast('danger', t('moving.stopFailed', { error: normaliseError(cause).error }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['moving-in'] }),
  })
  const { step, source } = move
  return (
    <section className={styles.running} aria-live="polite">
      <Progress
        title={t(move.is_dry_run ? 'moving.runningLook' : 'moving.runningMove', { name: source.name })}
        share={step === null || step.total === null || step.total === 0 ? undefined : step.done / step.total}
        text={sayStep(move)}
        hint={t('moving.runningHint')}
      />
      <div className={styles.runningFoot}>
        <span className={styles.quiet}>
          {t('moving.column.started')} <TimeAgo at={move.started_on} />
        </span>
        <Button size="md" icon={<Square size={12} fill="currentcolor" />} isBusy={stop.isPending} onClick={() => stop.mutate()}>
          {t('moving.stop')}
        </Button>
      </div>
    </section>
  )
}
