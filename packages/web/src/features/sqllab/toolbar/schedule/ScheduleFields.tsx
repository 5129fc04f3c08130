import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input, TextArea } from '../../../../ui/Input.tsx'
import { Select } from '../../../../ui/Select.tsx'
import type { ScheduleField, ScheduleValues } from './schedule-form.ts'

const inputTypes = { text: 'text', number: 'number', moment: 'datetime-local', day: 'date' } as const

/** The fields an operator described for schedules. */
export const ScheduleFields = ({
  fields,
  values,
  faults,
  onChange,
}: {
  readonly fields: readonly ScheduleField[]
  readonly values: ScheduleValues
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string | boolean) => void
}) => fields.map((field) => <OneField key={field.name} field={field} value={values[field.name] ?? ''} fault={faults[field.name]} onChange={onChange} />)

const OneField = ({
  field,
  value,
  fault,
  onChange,
}: {
  readonly field: ScheduleField
  readonly value: string | boolean
  readonly fault: string | undefined
  readonly onChange: (name: string, value: string | boolean) => void
}) => {
  const { name, title, kind, help, placeholder, choices, isRequired } = field
  if (kind === 'flag') return <Checkbox label={title} isChecked={value === true} onChange={(isChecked) => onChange(name, isChecked)} />
  const text = String(value)
  return (
    <Field label={title} hint={help} error={fault} isRequired={isRequired}>
      {(ids) => {
        if (kind === 'choice')
          return (
            <Select
              id={ids.id}
              label={title}
              size="md"
              options={choices}
              value={text === '' ? undefined : text}
              isInvalid={ids['aria-invalid']}
              isClearable={!isRequired}
              aria-describedby={ids['aria-describedby']}
              onChange={(next) => onChange(name, next ?? '')}
            />
          )
        if (kind === 'long') return <TextArea {...ids} value={text} placeholder={placeholder} onChange={(next) => onChange(name, next)} />
        return <Input {...ids} size="md" type={inputTypes[kind]} value={text} placeholder={placeholder} onChange={(next) => onChange(name, next)} />
      }}
    </Field>
  )
}
