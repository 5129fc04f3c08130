import { ChevronDown, ChevronUp, Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import { LazySql } from './LazySql.tsx'
import { neighbourOf, stepOfKey } from './neighbours.ts'
import styles from './Queries.module.css'

export interface PreviewedQuery {
  readonly id: number
  /** The name of the query or of the tab it was run in. */
  readonly name: string
  readonly sql: string
  /** What the database was given. Absent for a query that is only saved. */
  readonly executedSql?: string | null
  readonly to: string
}

interface QueryPreviewProps {
  /** The rows on the screen, in their order. */
  readonly queries: readonly PreviewedQuery[]
  readonly id: number
  readonly nameLabel: string
  readonly onMove: (id: number) => void
  readonly onClose: () => void
}

/** All of a query's text, and of its neighbours in the list. */
export const QueryPreview = ({ queries, id, nameLabel, onMove, onClose }: QueryPreviewProps) => {
  const [which, setWhich] = useState<'user' | 'executed'>('user')
  const query = queries.find((one) => one.id === id)
  const move = (step: -1 | 1): void => {
    const next = neighbourOf(queries, id, step)
    if (next !== undefined) onMove(next.id)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // In a row of choices the arrows belong to it.
    const isChoice = event.target instanceof Element && event.target.closest('[role="radiogroup"], input, textarea') !== null
    const step = isChoice && event.key.startsWith('Arrow') ? 0 : stepOfKey(event.key)
    if (step === 0) return
    event.preventDefault()
    move(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (query === undefined) return null
  const hasExecuted = query.executedSql !== undefined
  const text = (which === 'executed' && hasExecuted ? query.executedSql : query.sql) ?? ''
  return (
    <Dialog
      isOpen
      width={760}
      title={t('preview.title')}
      onClose={onClose}
      footerAside={
        <div className={styles.steps}>
          <Button size="md" icon={<ChevronUp size={14} />} isDisabled={neighbourOf(queries, id, -1) === undefined} onClick={() => move(-1)}>
            {t('preview.previous')}
          </Button>
          <Button size="md" icon={<ChevronDown size={14} />} isDisabled={neighbourOf(queries, id, 1) === undefined} onClick={() => move(1)}>
            {t('preview.next')}
          </Button>
        </div>
      }
      footer={
        <ButtonLink kind="primary" size="md" to={query.to}>
          {t('preview.openEditor')}
        </ButtonLink>
      }
    >
      <div className={styles.previewHead}>
        <dl className={styles.previewName}>
          <dt>{nameLabel}</dt>
          <dd>{query.name}</dd>
        </dl>
        {hasExecuted && (
          <Segmented
            label={t('preview.which')}
            value={which}
            onChange={setWhich}
            items={[
              { key: 'user', label: t('preview.user') },
              { key: 'executed', label: t('preview.executed') },
            ]}
          />
        )}
        <IconButton label={t('preview.copy')} icon={<Copy size={14} />} isDisabled={text === ''} onClick={() => void copyText(text)} />
      </div>
      {text === '' ? (
        <p className={styles.noText}>{t(which === 'executed' ? 'preview.notExecuted' : 'preview.none')}</p>
      ) : (
        <div className={styles.previewText} tabIndex={0} role="region" aria-label={t(which === 'executed' ? 'preview.executed' : 'preview.user')}>
          <LazySql sql={text} />
        </div>
      )}
    </Dialog>
  )
}
