import { useRef, useState } from 'react'
import { t } from '../../words/words.ts'
import { Button } from '../Button.tsx'
import { Field } from '../Field.tsx'
import { Input } from '../Input.tsx'
import { Popover } from '../Popover.tsx'
import { Select } from '../Select.tsx'
import type { ListFilter } from './list-description.ts'
import type { Chosen } from './list-state.ts'
import styles from './List.module.css'
import { labelOfRange, readLocal, printLocal } from './moment-range.ts'

export type SinceKind = Extract<ListFilter, { kind: 'since' }>

const hourMs = 3_600_000

interface SinceFilterProps {
  readonly filter: SinceKind
  readonly chosen: Chosen | undefined
  readonly onChange: (chosen: Chosen | undefined) => void
}

/** How far back, in one step; or from one moment to another. */
export const SinceFilter = ({ filter, chosen, onChange }: SinceFilterProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const host = useRef<HTMLSpanElement>(null)
  const custom = t('list.customRange')
  const spans = filter.spans.map(({ label }) => ({ value: label, label }))
  const isSpan = spans.some(({ value }) => value === chosen?.label)
  const own = chosen === undefined || isSpan ? undefined : (chosen.label ?? labelOfRange(chosen.value, chosen.until))
  const options = [...spans, ...(own === undefined ? [] : [{ value: own, label: own }]), { value: custom, label: custom }]
  return (
    <span ref={host} className={styles.choice}>
      <Select
        className={styles.select}
        label={filter.label}
        prefix={filter.label}
        placeholder=""
        isClearable
        options={options}
        value={isSpan ? chosen?.label : own}
        onChange={(label) => {
          if (label === undefined) return onChange(undefined)
          const span = filter.spans.find((candidate) => candidate.label === label)
          if (span === undefined) setIsAsking(true)
          else onChange({ value: Date.now() - span.hours * hourMs, label: span.label })
        }}
      />
      <Popover isOpen={isAsking} onClose={() => setIsAsking(false)} anchor={host} label={filter.label}>
        <RangeForm
          chosen={chosen}
          onApply={(next) => {
            setIsAsking(false)
            onChange(next)
          }}
        />
      </Popover>
    </span>
  )
}

const RangeForm = ({ chosen, onApply }: { readonly chosen: Chosen | undefined; readonly onApply: (chosen: Chosen) => void }) => {
  const [from, setFrom] = useState(() => printLocal(Number(chosen?.value ?? 0)))
  const [to, setTo] = useState(() => printLocal(chosen?.until))
  const [fault, setFault] = useState<string>()
  const apply = (): void => {
    const [begin, end] = [readLocal(from), readLocal(to)]
    if (begin === undefined && end === undefined) return setFault(t('list.rangeNeeded'))
    if (begin !== undefined && end !== undefined && end < begin) return setFault(t('list.rangeBackwards'))
    onApply({ value: begin ?? 0, ...(end === undefined ? {} : { until: end }), label: labelOfRange(begin ?? 0, end) })
  }
  return (
    <form
      className={styles.range}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Field label={t('list.from')}>{(ids) => <Input {...ids} type="datetime-local" value={from} onChange={setFrom} />}</Field>
      <Field label={t('list.to')} error={fault}>
        {(ids) => <Input {...ids} type="datetime-local" value={to} onChange={setTo} />}
      </Field>
      <Button kind="primary" type="submit">
        {t('list.apply')}
      </Button>
    </form>
  )
}
