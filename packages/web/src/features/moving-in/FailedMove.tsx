import { useEffect } from 'react'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { readImportNeeds } from '../../ui/import/import-needs.ts'
import { ImportFailure } from '../../ui/import/ImportFailure.tsx'
import { SecretFields } from '../../ui/import/SecretFields.tsx'
import { t } from '../../words/words.ts'
import { askFor, changeDraft, isComplete, isDraftOf, useDraft } from './draft.ts'
import styles from './MovingIn.module.css'
import type { Move } from './queries.ts'
import { StartProgress } from './StartProgress.tsx'
import { useStart } from './use-start.ts'

/** Why a move ended without anything; where only secrets were missing they are asked for here. */
export const FailedMove = ({ move }: { readonly move: Move }) => {
  const draft = useDraft()
  const starting = useStart()
  const body = { errors: move.errors ?? [] }
  const needs = readImportNeeds(body)
  const isHere = isDraftOf(draft, move.source)
  const isBusy = starting.sent !== undefined
  useEffect(() => {
    const asked = readImportNeeds({ errors: move.errors ?? [] })
    if (asked !== undefined && isDraftOf(useDraft.getState(), move.source)) askFor(asked)
  }, [move.errors, move.source])

  const change = isHere && !isBusy && (
    <ButtonLink size="md" to={links.movingIn()}>
      {t('moving.change')}
    </ButtonLink>
  )
  const again = isHere ? (
    <Button size="md" kind="primary" type="submit" isDisabled={!isComplete(draft)} isBusy={isBusy}>
      {t('moving.again')}
    </Button>
  ) : (
    <ButtonLink size="md" kind="primary" to={links.movingIn()}>
      {t('moving.again')}
    </ButtonLink>
  )
  return (
    <form
      className={styles.failed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete(draft)) starting.start(move.is_dry_run)
      }}
    >
      {needs === undefined || !isHere ? (
        <ImportFailure cause={body} what={move.source.name} />
      ) : (
        <div className={styles.card}>
          <h2 className={styles.cardTitle}>{t('moving.secretsTitle')}</h2>
          <SecretFields needed={draft.needs.secrets} secrets={draft.secrets} isDisabled={isBusy} onChange={(secrets) => changeDraft({ secrets })} />
        </div>
      )}
      <p className={styles.quiet}>{t(move.is_dry_run ? 'moving.failedLook' : 'moving.failedRun')}</p>
      <StartProgress sent={starting.sent} />
      {starting.failure !== undefined && <ImportFailure cause={starting.failure} what={move.source.name} />}
      <div className={styles.buttons}>
        {isBusy && (
          <Button size="md" onClick={starting.stop}>
            {t('moving.stop')}
          </Button>
        )}
        {change}
        {again}
      </div>
    </form>
  )
}
