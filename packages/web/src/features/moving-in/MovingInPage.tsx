import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ImportFailure } from '../../ui/import/ImportFailure.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { t } from '../../words/words.ts'
import { ConfirmMove } from './ConfirmMove.tsx'
import { isComplete, nameOfSource, useDraft } from './draft.ts'
import styles from './MovingIn.module.css'
import { PastMoves } from './PastMoves.tsx'
import { SourceForm } from './SourceForm.tsx'
import { StartProgress } from './StartProgress.tsx'
import { useStart } from './use-start.ts'

const steps = ['look', 'move', 'read'] as const

/** Where a move begins, and those that were made. */
export const MovingInPage = () => {
  const draft = useDraft()
  const starting = useStart()
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = starting.sent !== undefined
  const isReady = isComplete(draft)
  const look = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) starting.start(true)
  }
  return (
    <div className={styles.page}>
      <title>{`${t('moving.title')} · ${t('app.name')}`}</title>
      <div className={styles.top}>
        <PageHeader title={t('moving.title')} />
      </div>
      <div className={styles.content}>
        <p className={styles.lead}>{t('moving.lead')}</p>
        <div className={styles.columns}>
          <form className={styles.card} aria-label={t('moving.from')} noValidate onSubmit={look}>
            <h2 className={styles.cardTitle}>{t('moving.from')}</h2>
            <SourceForm isBusy={isBusy} />
            <StartProgress sent={starting.sent} />
            {starting.failure !== undefined && <ImportFailure cause={starting.failure} what={nameOfSource(draft)} />}
            <div className={styles.buttons}>
              {isBusy ? (
                <Button size="md" onClick={starting.stop}>
                  {t('moving.stop')}
                </Button>
              ) : (
                <Button size="md" isDisabled={!isReady} onClick={() => setIsAsking(true)}>
                  {t('moving.move')}
                </Button>
              )}
              <Button size="md" kind="primary" type="submit" isDisabled={!isReady} isBusy={isBusy}>
                {t('moving.look')}
              </Button>
            </div>
          </form>
          <section className={styles.how} aria-label={t('moving.howTitle')}>
            <h2 className={styles.cardTitle}>{t('moving.howTitle')}</h2>
            <ol className={styles.steps}>
              {steps.map((step) => (
                <li key={step}>
                  <div>
                    <p className={styles.stepName}>{t(`moving.how.${step}`)}</p>
                    <p className={styles.quiet}>{t(`moving.how.${step}Text`)}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        </div>
        <PastMoves />
      </div>
      {isAsking && <ConfirmMove onClose={() => setIsAsking(false)} onConfirm={() => starting.start(false)} />}
    </div>
  )
}
