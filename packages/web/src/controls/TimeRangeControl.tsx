import { ChevronDown, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Side } from '../ui/place.ts'
import { Popover } from '../ui/Popover.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'
import { zoneSourceOf, type Dataset } from './dataset.ts'
import { printResolved, TimeRangeEditor, useResolvedRange } from './TimeRangeEditor.tsx'
import { frameOf, noTimeFilter } from './time-range-value.ts'
import type { WidgetProps } from './widget.ts'

/** A time range as a button; its editor opens beside it. */
export const TimeRangeField = ({
  id,
  label,
  value,
  dataset,
  onChange,
  side = 'right',
}: {
  readonly id?: string
  readonly label: string
  readonly value: string
  /** Whose days are meant. */
  readonly dataset: Dataset
  readonly onChange: (text: string) => void
  /** Where the editor opens; inside another pop-over there is no room beside it. */
  readonly side?: Side
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const source = zoneSourceOf(dataset)
  const resolved = useResolvedRange(value, source)
  const frame = frameOf(value)
  const isPlain = frame === 'common' || frame === 'calendar' || frame === 'none'
  const actual = resolved.data ? printResolved(resolved.data) : value
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={styles.rangeButton}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={isPlain ? actual : value}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Clock size={14} aria-hidden />
        <span className={styles.rangeText}>{value === '' ? noTimeFilter : isPlain ? value : actual}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <Popover isOpen={isOpen} onClose={() => setIsOpen(false)} anchor={button} side={side} label={t('range.title')} className={styles.wide}>
        <TimeRangeEditor
          value={value}
          source={source}
          onApply={(text) => {
            onChange(text)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      </Popover>
    </>
  )
}

export const TimeRangeControl = ({ control, value, onChange, dataset, ids }: WidgetProps) => (
  <TimeRangeField id={ids.id} label={control.label} value={typeof value === 'string' ? value : noTimeFilter} dataset={dataset} onChange={onChange} />
)
