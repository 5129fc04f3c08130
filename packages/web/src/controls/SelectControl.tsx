import { MultiSelect, Select } from '../ui/Select.tsx'
import type { SelectValue } from '../ui/select-options.ts'
import { listOf, type WidgetProps } from './widget.ts'

const isPlain = (value: unknown): value is SelectValue => value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A typed text becomes a number where all choices are numbers. */
const reader =
  (options: readonly { readonly value: SelectValue }[]) =>
  (text: string): SelectValue =>
    options.some(({ value }) => typeof value === 'number') && Number.isFinite(Number(text)) ? Number(text) : text

/** One of several choices, or several of them; free text where the control takes it. */
export const SelectControl = ({ control, value, onChange, ids }: WidgetProps) => {
  const options = (control.options ?? []).map(([one, label]) => ({ value: one as SelectValue, label }))
  const common = { ...ids, label: control.label, options, ...(control.placeholder === undefined ? {} : { placeholder: control.placeholder }) }
  const createValue = control.freeForm ? { createValue: reader(options) } : {}
  if (control.multiple) return <MultiSelect<SelectValue> {...common} {...createValue} value={listOf<unknown>(value).filter(isPlain)} onChange={onChange} />
  const hasNull = options.some((option) => option.value === null)
  const shown = value === undefined || value === null || !isPlain(value) ? (hasNull ? null : undefined) : value
  return (
    <Select<SelectValue>
      {...common}
      {...createValue}
      isClearable={!control.required && !hasNull && control.kind === 'select'}
      value={shown}
      onChange={(next) => onChange(next ?? null)}
    />
  )
}

/** The grains of the dataset's database. */
export const TimeGrainControl = (props: WidgetProps) => (
  <SelectControl
    {...props}
    control={{ ...props.control, kind: 'select', options: (props.dataset.time_grain_sqla ?? []).map(([grain, label]) => [grain, label] as const) }}
  />
)

/** Columns with a direction, as the JSON texts the form keeps. */
export const OrderByControl = (props: WidgetProps) => (
  <SelectControl
    {...props}
    control={{
      ...props.control,
      multiple: true,
      options: props.dataset.columns.flatMap(({ column_name: name }) => [
        [JSON.stringify([name, true]), `${name} [asc]`] as const,
        [JSON.stringify([name, false]), `${name} [desc]`] as const,
      ]),
    }}
  />
)
