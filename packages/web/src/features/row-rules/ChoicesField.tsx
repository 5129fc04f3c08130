import { useState, type ReactNode } from 'react'
import { sayFetchFailure } from '../../api/say-failure.ts'
import { Field } from '../../ui/Field.tsx'
import { MultiSelect } from '../../ui/Select.tsx'
import type { SelectOption } from '../../ui/select-options.ts'
import { useSettled } from '../../ui/use-settled.ts'
import type { Choice } from './rule-form.ts'

interface Asked {
  readonly data: readonly SelectOption<number>[] | undefined
  readonly isFetching: boolean
  readonly error: Error | null
}

export interface ChoicesFieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly value: readonly Choice[]
  readonly onChange: (value: readonly Choice[]) => void
  /** The choices with a text in them, asked from the server. */
  readonly useChoices: (text: string) => Asked
  readonly nothing?: (text: string) => ReactNode
}

const typingPauseMs = 250

/** Several things out of a list that may be too long to be sent whole. */
export const ChoicesField = ({ label, help, hint, error, isRequired = false, value, onChange, useChoices, nothing }: ChoicesFieldProps) => {
  const [text, setText] = useState('')
  const choices = useChoices(useSettled(text.trim(), typingPauseMs))
  const found = choices.data ?? []
  const labelOf = (wanted: number): string => [...value, ...found].find((one) => one.value === wanted)?.label ?? String(wanted)
  return (
    <Field label={label} help={help} hint={hint} error={error} isRequired={isRequired}>
      {(ids) => (
        <MultiSelect
          id={ids.id}
          aria-describedby={ids['aria-describedby']}
          size="md"
          label={label}
          mostTags={12}
          isInvalid={error !== undefined}
          isLoading={choices.isFetching && choices.data === undefined}
          error={choices.error === null ? undefined : sayFetchFailure(choices.error, label.toLowerCase())}
          options={found}
          labelOf={labelOf}
          nothing={nothing}
          onSearch={setText}
          value={value.map((one) => one.value)}
          onChange={(chosen) => onChange(chosen.map((one) => ({ value: one, label: labelOf(one) })))}
        />
      )}
    </Field>
  )
}
