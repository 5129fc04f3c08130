import { Checkbox } from '../ui/Checkbox.tsx'
import { Input } from '../ui/Input.tsx'
import { Segmented } from '../ui/Tabs.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'
import { readNumber } from './read-number.ts'
import type { WidgetProps } from './widget.ts'

export const CheckboxControl = ({ control, value, onChange }: WidgetProps) => (
  <Checkbox label={control.label} isChecked={value === true} onChange={(isChecked) => onChange(isChecked)} />
)

export const TextControl = ({ control, value, onChange, ids }: WidgetProps) => (
  <Input {...ids} placeholder={control.placeholder} value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''} onChange={onChange} />
)

export const NumberControl = ({ control, value, onChange, ids }: WidgetProps) => (
  <Input
    {...ids}
    inputMode="decimal"
    placeholder={control.placeholder}
    value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
    onChange={(text) => onChange(readNumber(text))}
  />
)

export const RadioControl = ({ control, value, onChange }: WidgetProps) => {
  const options = control.options ?? []
  const at = options.findIndex(([one]) => one === value)
  return (
    <div>
      <Segmented
        label={control.label}
        items={options.map(([, label], index) => ({ key: String(index), label }))}
        value={String(Math.max(0, at))}
        onChange={(index) => onChange(options[Number(index)]?.[0] ?? null)}
      />
    </div>
  )
}

export const SliderControl = ({ control, value, onChange, ids }: WidgetProps) => {
  const shown = typeof value === 'number' ? value : (control.min ?? 0)
  return (
    <div className={styles.slider}>
      <input
        {...ids}
        type="range"
        min={control.min ?? 0}
        max={control.max ?? 100}
        step={control.step ?? 1}
        value={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output htmlFor={ids.id}>{shown}</output>
    </div>
  )
}

/** EXP-5.18: two numbers, each may be empty. */
export const BoundsControl = ({ control, value, onChange }: WidgetProps) => {
  const [least, most] = (Array.isArray(value) ? value : [null, null]) as readonly unknown[]
  const text = (bound: unknown): string => (typeof bound === 'number' || typeof bound === 'string' ? String(bound) : '')
  const read = (typed: string): number | null => (typed.trim() === '' || !Number.isFinite(Number(typed)) ? null : Number(typed))
  return (
    <div className={styles.pair} role="group" aria-label={control.label}>
      <Input
        aria-label={`${control.label}: ${t('control.min')}`}
        placeholder={t('control.min')}
        inputMode="decimal"
        value={text(least)}
        onChange={(typed) => onChange([read(typed), most ?? null])}
      />
      <Input
        aria-label={`${control.label}: ${t('control.max')}`}
        placeholder={t('control.max')}
        inputMode="decimal"
        value={text(most)}
        onChange={(typed) => onChange([least ?? null, read(typed)])}
      />
    </div>
  )
}
