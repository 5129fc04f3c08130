import type { RowRuleFault } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from '../../api/failure.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { sayCreateFailure, sayFetchFailure, saySaveFailure } from '../../api/say-failure.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { checkRule, isNameTaken, saveRule, useRule } from './queries.ts'
import { findRuleFaults, formOf, questionOf, type StoredRule } from './rule-form.ts'
import { RuleFields } from './RuleFields.tsx'
import styles from './RowRules.module.css'

export interface RowRuleDialogProps {
  /** The rule to change; absent for a new one. */
  readonly rule?: { readonly id: number; readonly name: string }
  readonly onClose: () => void
}

/** Makes a rule, or changes one as it is stored at the moment. */
export const RowRuleDialog = ({ rule, onClose }: RowRuleDialogProps) => {
  const stored = useRule(rule?.id)
  if (rule === undefined) return <LoadedDialog title={t('rules.new')} rule={undefined} onClose={onClose} />
  const title = t('rules.editTitle', { name: rule.name })
  if (stored.data !== undefined) return <LoadedDialog title={title} rule={{ ...stored.data, id: rule.id }} onClose={onClose} />
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      {stored.isError ? (
        <ErrorBox
          title={sayFetchFailure(stored.error, t('rules.rule'))}
          details={describeDetails(normaliseError(stored.error))}
          onRetry={() => void stored.refetch()}
        />
      ) : (
        <div className={styles.waiting} role="status" aria-label={t('ui.loading')}>
          {[40, 100, 100, 60, 100].map((width, index) => (
            <Skeleton key={index} width={`${width}%`} height={24} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

const LoadedDialog = ({ title, rule, onClose }: { readonly title: string; readonly rule: StoredRule | undefined; readonly onClose: () => void }) => {
  const [form, setForm] = useState(() => formOf(rule))
  const [wasSent, setWasSent] = useState(false)
  /** A name that the server has refused. */
  const [takenName, setTakenName] = useState<string>()
  /** What was said to a clause on its datasets, until either is another. */
  const [told, setTold] = useState<{ readonly asked: string; readonly faults: readonly RowRuleFault[] }>()
  const client = useQueryClient()
  const name = form.name.trim()
  const isTaken = name !== '' && name === takenName
  const faults = { ...(wasSent ? findRuleFaults(form) : {}), ...(isTaken ? { name: t('rules.nameTaken') } : {}) }
  const asked = questionOf(form)
  const warnings = told?.asked === asked ? told.faults : []
  const save = useMutation({
    mutationFn: async () => {
      if (told?.asked !== asked) {
        const said = await checkRule(form)
        setTold({ asked, faults: said })
        if (said.length > 0) return false
      }
      await saveRule(rule?.id, form)
      return true
    },
    onSuccess: async (isSaved) => {
      if (!isSaved) return
      showToast('success', t('rules.saved', { name }))
      await client.invalidateQueries({ queryKey: ['rowlevelsecurity'] })
      onClose()
    },
    onError: async (cause) => {
      if (cause instanceof ApiFailure && cause.status === 422 && (await isNameTaken(name, rule?.id).catch(() => false))) setTakenName(name)
    },
  })
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      onSubmit={() => {
        setWasSent(true)
        if (Object.keys(findRuleFaults(form)).length === 0 && !isTaken && !save.isPending) save.mutate()
      }}
      footer={<DialogButtons action={warnings.length > 0 ? t('rules.saveAnyway') : t('ui.save')} isBusy={save.isPending} onCancel={onClose} />}
    >
      <RuleFields form={form} faults={faults} onChange={(part) => setForm({ ...form, ...part })} />
      {warnings.length > 0 && (
        <ErrorBox isBrief level="warning" title={t('rules.clauseFails')}>
          <ul className={styles.faults}>
            {warnings.map(({ table, name: dataset, error }) => (
              <li key={table}>
                <strong>{dataset}</strong> {error}
              </li>
            ))}
          </ul>
        </ErrorBox>
      )}
      {save.isError && !isTaken && (
        <ErrorBox title={rule === undefined ? sayCreateFailure(save.error, t('rules.rules')) : saySaveFailure(save.error, t('rules.rule'))} />
      )}
    </Dialog>
  )
}
