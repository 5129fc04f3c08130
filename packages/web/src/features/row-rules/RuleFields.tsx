import { Field } from '../../ui/Field.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import { ChoicesField } from './ChoicesField.tsx'
import { useDatasetChoices, useRoleChoices } from './queries.ts'
import styles from './RowRules.module.css'
import type { RuleFaults, RuleForm } from './rule-form.ts'

export interface RuleFieldsProps {
  readonly form: RuleForm
  readonly faults: RuleFaults
  readonly onChange: (part: Partial<RuleForm>) => void
}

/** For whom, on which rows, and what it is called. */
export const RuleFields = ({ form, faults, onChange }: RuleFieldsProps) => {
  const isBase = form.filterType === 'Base'
  return (
    <>
      <Field label={t('rules.name')} error={faults.name} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus autoComplete="off" maxLength={255} value={form.name} onChange={(name) => onChange({ name })} />}
      </Field>
      <div className={styles.kind}>
        <span className={styles.kindLabel} aria-hidden>
          {t('rules.type')}
        </span>
        <Segmented
          label={t('rules.type')}
          value={form.filterType}
          onChange={(filterType) => onChange({ filterType })}
          items={[
            { key: 'Regular', label: t('rules.regular') },
            { key: 'Base', label: t('rules.base') },
          ]}
        />
        <p className={styles.hint}>{isBase ? t('rules.baseHint') : t('rules.regularHint')}</p>
      </div>
      <ChoicesField
        label={t('rules.datasets')}
        help={t('rules.datasetsHelp')}
        error={faults.datasets}
        isRequired
        value={form.datasets}
        onChange={(datasets) => onChange({ datasets })}
        useChoices={useDatasetChoices}
        nothing={(text) => (text === '' ? undefined : t('rules.noneOfThese', { text }))}
      />
      <ChoicesField
        label={isBase ? t('rules.excludedRoles') : t('rules.roles')}
        hint={form.roles.length > 0 ? undefined : isBase ? t('rules.noBaseRoles') : t('rules.noRegularRoles')}
        value={form.roles}
        onChange={(roles) => onChange({ roles })}
        useChoices={useRoleChoices}
      />
      <Field label={t('rules.clause')} help={t('rules.clauseHelp')} error={faults.clause} isRequired>
        {(ids) => (
          <TextArea
            {...ids}
            className={styles.clause}
            rows={3}
            spellCheck={false}
            placeholder={t('rules.clausePlaceholder')}
            value={form.clause}
            onChange={(clause) => onChange({ clause })}
          />
        )}
      </Field>
      <Field label={t('rules.groupKey')} help={t('rules.groupKeyHelp')}>
        {(ids) => <Input {...ids} size="md" autoComplete="off" value={form.groupKey} onChange={(groupKey) => onChange({ groupKey })} />}
      </Field>
      <Field label={t('rules.description')}>
        {(ids) => <TextArea {...ids} rows={2} value={form.description} onChange={(description) => onChange({ description })} />}
      </Field>
    </>
  )
}
