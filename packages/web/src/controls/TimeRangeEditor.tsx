import { encodeRison } from '@sightline/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '../api/client.ts'
import { normaliseError } from '../api/normalise-error.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Segmented } from '../ui/Tabs.tsx'
import { t, type WordKey } from '../words/words.ts'
import styles from './controls.module.css'
import {
  calendarRanges,
  commonRanges,
  defaultCustomRange,
  frameOf,
  noTimeFilter,
  printCustomRange,
  readCustomRange,
  startFrame,
  units,
  type CustomRange,
  type EndMode,
  type RangeEnd,
  type RangeFrame,
} from './time-range-value.ts'

interface Resolved {
  readonly since: string
  readonly until: string
}

const useDebounced = (text: string, ms: number): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}

/** What the server makes of a range text, in the days of the dataset that `source` (3__table) names; asked half a second after the last change. */
export const useResolvedRange = (text: string, source: string | undefined) =>
  useQuery({
    queryKey: ['time-range', text, source],
    enabled: text !== '' && text !== noTimeFilter,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { result } = await request<{ result: Resolved | readonly Resolved[] }>('/api/v1/time_range/', {
        query: { q: encodeRison(text), datasource: source },
        signal,
      })
      return Array.isArray(result) ? (result as readonly Resolved[])[0] : (result as Resolved)
    },
  })

const dayOf = (moment: string | undefined, missing: string): string =>
  moment === undefined || moment === '' ? missing : moment.replace('T00:00:00', '').replace('T', ' ')

export const printResolved = (range: Resolved | undefined): string => `${dayOf(range?.since, '-∞')} ≤ … < ${dayOf(range?.until, '∞')}`

const frames: readonly { readonly key: RangeFrame; readonly word: WordKey & `range.${string}` }[] = [
  { key: 'common', word: 'range.last' },
  { key: 'calendar', word: 'range.previous' },
  { key: 'custom', word: 'range.custom' },
  { key: 'advanced', word: 'range.advanced' },
  { key: 'none', word: 'range.none' },
]

/** EXP-2.25, EXP-4.19 to EXP-4.22: choose a kind of range, see what it means now, apply it. */
export const TimeRangeEditor = ({
  value,
  source,
  onApply,
  onClose,
}: {
  readonly value: string
  readonly source: string | undefined
  readonly onApply: (text: string) => void
  readonly onClose: () => void
}) => {
  const [text, setText] = useState(value === '' ? noTimeFilter : value)
  const [frame, setFrame] = useState<RangeFrame>(() => frameOf(value))
  const [now] = useState(() => new Date())
  const settled = useDebounced(text, 500)
  const resolved = useResolvedRange(settled, source)
  const isBad = frame !== 'none' && resolved.error !== null && settled === text
  const apply = (): void => {
    if (!isBad) onApply(text)
  }
  // Not a form: it stands inside the form of a filter, and browsers keep the submit event of a form in a form to themselves and leave the page.
  return (
    <div
      className={styles.editor}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        apply()
      }}
    >
      <div className={styles.editorTitle}>
        <strong>{t('range.title')}</strong>
      </div>
      <div className={styles.editorBody}>
        <Field label={t('range.type')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('range.type')}
              options={frames.map(({ key, word }) => ({ value: key, label: t(word as 'range.last') }))}
              value={frame}
              onChange={(next) => {
                if (next === undefined) return
                setFrame(next)
                setText(startFrame(next, text, new Date()))
              }}
            />
          )}
        </Field>
        {frame === 'common' && <Radios label={t('range.lastLabel')} options={commonRanges} value={text} onChange={setText} />}
        {frame === 'calendar' && <Radios label={t('range.previousLabel')} options={calendarRanges} value={text} onChange={setText} />}
        {frame === 'custom' && <CustomEditor range={readCustomRange(text) ?? defaultCustomRange(now)} onChange={(range) => setText(printCustomRange(range))} />}
        {frame === 'advanced' && <AdvancedEditor text={text} onChange={setText} />}
        {frame === 'none' && <p className={styles.note}>{t('range.noneHint')}</p>}
        {frame !== 'none' && (
          <p className={styles.actual} role="status">
            {t('range.actual')}:{' '}
            {isBad ? <span className={styles.bad}>{normaliseError(resolved.error).error}</span> : <b>{resolved.data ? printResolved(resolved.data) : '…'}</b>}
          </p>
        )}
      </div>
      <div className={styles.editorFoot}>
        <Button onClick={onClose}>{t('range.cancel')}</Button>
        <Button kind="primary" isDisabled={isBad} onClick={apply}>
          {t('range.apply')}
        </Button>
      </div>
    </div>
  )
}

const Radios = ({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly options: readonly string[]
  readonly value: string
  readonly onChange: (text: string) => void
}) => (
  <fieldset className={styles.radios}>
    <legend className={styles.note}>{label}</legend>
    {options.map((option) => (
      <label key={option}>
        <input type="radio" name={label} checked={option.toLowerCase() === value.toLowerCase()} onChange={() => onChange(option)} />
        {option}
      </label>
    ))}
  </fieldset>
)

const AdvancedEditor = ({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) => {
  const at = text.indexOf(' : ')
  const since = at < 0 ? text : text.slice(0, at)
  const until = at < 0 ? '' : text.slice(at + 3)
  return (
    <>
      <div className={styles.pair}>
        <Field label={t('range.start')}>{(ids) => <Input {...ids} value={since} onChange={(next) => onChange(`${next} : ${until}`)} />}</Field>
        <Field label={t('range.end')}>{(ids) => <Input {...ids} value={until} onChange={(next) => onChange(`${since} : ${next}`)} />}</Field>
      </div>
      <p className={styles.note}>{t('range.advancedHint')}</p>
    </>
  )
}

const CustomEditor = ({ range, onChange }: { readonly range: CustomRange; readonly onChange: (range: CustomRange) => void }) => {
  const isAnchored = range.since.mode === 'relative' && range.until.mode === 'relative'
  return (
    <>
      <div className={styles.pair}>
        <EndEditor label={t('range.start')} end={range.since} onChange={(since) => onChange({ ...range, since })} />
        <EndEditor label={t('range.end')} end={range.until} onChange={(until) => onChange({ ...range, until })} />
      </div>
      {isAnchored && (
        <div className={styles.pair}>
          <Field label={t('range.anchor')}>
            {() => (
              <Segmented
                label={t('range.anchor')}
                items={[
                  { key: 'now', label: t('range.anchorNow') },
                  { key: 'moment', label: t('range.anchorMoment') },
                ]}
                value={range.anchor === 'now' ? 'now' : 'moment'}
                onChange={(next) => onChange({ ...range, anchor: next === 'now' ? 'now' : defaultCustomRange(new Date()).until.moment })}
              />
            )}
          </Field>
          {range.anchor !== 'now' && (
            <Field label={t('range.anchorMoment')}>
              {(ids) => <MomentInput ids={ids} value={range.anchor} onChange={(anchor) => onChange({ ...range, anchor })} />}
            </Field>
          )}
        </div>
      )}
    </>
  )
}

const MomentInput = ({
  ids,
  value,
  onChange,
}: {
  readonly ids: { readonly id: string }
  readonly value: string
  readonly onChange: (moment: string) => void
}) => (
  <Input
    {...ids}
    type="datetime-local"
    step={1}
    value={value.slice(0, 19)}
    onChange={(next) => next !== '' && onChange(next.length === 16 ? `${next}:00` : next)}
  />
)

const unitWord = (unit: (typeof units)[number]): string =>
  t(`range.unit${(unit[0]!.toUpperCase() + unit.slice(1)) as 'Second' | 'Minute' | 'Hour' | 'Day' | 'Week' | 'Month' | 'Quarter' | 'Year'}`)

const EndEditor = ({ label, end, onChange }: { readonly label: string; readonly end: RangeEnd; readonly onChange: (end: RangeEnd) => void }) => {
  const modes: readonly { readonly value: EndMode; readonly label: string }[] = [
    { value: 'specific', label: t('range.specific') },
    { value: 'relative', label: t('range.relative') },
    { value: 'now', label: t('range.now') },
    { value: 'today', label: t('range.midnight') },
  ]
  const direction = end.amount < 0 ? 'before' : 'after'
  return (
    <div className={styles.radios}>
      <Field label={label}>
        {(ids) => (
          <Select
            {...ids}
            label={label}
            options={modes}
            value={end.mode}
            onChange={(mode) => {
              if (mode !== undefined) onChange({ ...end, mode, moment: end.moment || defaultCustomRange(new Date()).until.moment })
            }}
          />
        )}
      </Field>
      {end.mode === 'specific' && <MomentInput ids={{ id: `${label}-moment` }} value={end.moment} onChange={(moment) => onChange({ ...end, moment })} />}
      {end.mode === 'relative' && (
        <>
          <Input
            aria-label={t('range.amount')}
            type="number"
            min={1}
            value={Math.abs(end.amount)}
            onChange={(text) => {
              const amount = Math.max(1, Math.floor(Number(text)) || 1)
              onChange({ ...end, amount: direction === 'before' ? -amount : amount })
            }}
          />
          <Select
            label={t('range.unit')}
            options={units.flatMap((unit) => [
              { value: `${unit} before`, label: t('range.before', { unit: unitWord(unit) }) },
              { value: `${unit} after`, label: t('range.after', { unit: unitWord(unit) }) },
            ])}
            value={`${end.unit} ${direction}`}
            onChange={(next) => {
              const [unit, side] = (next ?? 'day before').split(' ') as [RangeEnd['unit'], string]
              onChange({ ...end, unit, amount: side === 'before' ? -Math.abs(end.amount) : Math.abs(end.amount) })
            }}
          />
        </>
      )}
    </div>
  )
}
