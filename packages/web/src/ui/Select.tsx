import { ChevronDown, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../words/words.ts'
import { Tag } from './Badge.tsx'
import { joinClasses } from './join-classes.ts'
import { Popover } from './Popover.tsx'
import type { SelectOption, SelectValue } from './select-options.ts'
import styles from './Select.module.css'
import { SelectPanel } from './SelectPanel.tsx'

interface SelectBaseProps<Value extends SelectValue> {
  /** The accessible name, unless a Field around it labels it by `id`. */
  readonly label: string
  readonly options: readonly SelectOption<Value>[]
  readonly id?: string
  readonly placeholder?: string
  /** A glyph before the value. */
  readonly leading?: ReactNode
  /** Said where the list is empty or nothing in it matches what was typed. */
  readonly nothing?: ((text: string) => ReactNode) | undefined
  /** Stands before the value, as in "Owner 6 people". */
  readonly prefix?: string
  readonly size?: 'sm' | 'md'
  readonly isDisabled?: boolean
  readonly isInvalid?: boolean | undefined
  readonly isLoading?: boolean
  readonly error?: string | undefined
  /** Given: the caller searches (a server list). Absent: the options are filtered here. */
  readonly onSearch?: (text: string) => void
  /** The list was scrolled near its end: time to fetch the next page. */
  readonly onReachEnd?: () => void
  readonly className?: string | undefined
  readonly 'aria-describedby'?: string | undefined
}

export interface SelectProps<Value extends SelectValue> extends SelectBaseProps<Value> {
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly isClearable?: boolean
  /** Makes a new value out of typed text. */
  readonly createValue?: ((text: string) => Value) | undefined
}

export interface MultiSelectProps<Value extends SelectValue> extends SelectBaseProps<Value> {
  readonly value: readonly Value[]
  readonly onChange: (value: readonly Value[]) => void
  /** Makes new values out of typed text. */
  readonly createValue?: (text: string) => Value
  readonly mostTags?: number
  /** The names of chosen values that a searched list does not hold at the moment. */
  readonly labelOf?: ((value: Value) => string | undefined) | undefined
}

interface FrameProps<Value extends SelectValue> extends SelectBaseProps<Value> {
  readonly isMultiple: boolean
  readonly chosen: readonly Value[]
  readonly shown: ReactNode
  readonly canClear: boolean
  readonly onClear: () => void
  readonly onPick: (value: Value) => void
  readonly onCreate?: ((text: string) => void) | undefined
}

const SelectFrame = <Value extends SelectValue>(props: FrameProps<Value>) => {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLDivElement>(null)
  const listId = useId()
  const close = (): void => {
    setIsOpen(false)
    props.onSearch?.('')
  }
  const toggle = (): void => {
    if (props.isDisabled) return
    if (isOpen) close()
    else setIsOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== trigger.current || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown') {
      event.preventDefault()
      toggle()
    } else if ((event.key === 'Backspace' || event.key === 'Delete') && props.canClear) props.onClear()
  }
  return (
    <>
      <div
        ref={trigger}
        id={props.id}
        role="combobox"
        tabIndex={props.isDisabled ? -1 : 0}
        aria-label={props.label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-disabled={props.isDisabled || undefined}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props['aria-describedby']}
        className={joinClasses(styles.trigger, props.size === 'md' && styles.md, props.className)}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        {props.leading !== undefined && <span className={styles.leading}>{props.leading}</span>}
        {props.prefix !== undefined && <span className={styles.prefix}>{props.prefix}</span>}
        <span className={styles.value}>{props.shown}</span>
        {props.canClear && !props.isDisabled && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('ui.clear')}
            className={styles.clear}
            onClick={(event) => {
              event.stopPropagation()
              props.onClear()
            }}
          >
            <X size={12} aria-hidden />
          </button>
        )}
        <ChevronDown size={14} className={styles.chevron} aria-hidden />
      </div>
      <Popover isOpen={isOpen} onClose={close} anchor={trigger} isAnchorWide role="presentation" className={styles.panel}>
        <SelectPanel
          listId={listId}
          label={props.label}
          options={props.options}
          chosen={props.chosen}
          isMultiple={props.isMultiple}
          isLoading={props.isLoading ?? false}
          error={props.error}
          nothing={props.nothing}
          onSearch={props.onSearch}
          onReachEnd={props.onReachEnd}
          onCreate={
            props.onCreate === undefined
              ? undefined
              : (text) => {
                  props.onCreate?.(text)
                  if (!props.isMultiple) close()
                }
          }
          onPick={(value) => {
            props.onPick(value)
            if (!props.isMultiple) close()
          }}
          onClose={close}
        />
      </Popover>
    </>
  )
}

/** One value out of many; searchable, and drawn row by row when long. */
export const Select = <Value extends SelectValue>({ value, onChange, isClearable = false, createValue, ...base }: SelectProps<Value>) => {
  const option = base.options.find((candidate) => candidate.value === value)
  const isEmpty = value === undefined
  return (
    <SelectFrame
      {...base}
      isMultiple={false}
      chosen={isEmpty ? [] : [value]}
      canClear={isClearable && !isEmpty}
      onClear={() => onChange(undefined)}
      onPick={onChange}
      onCreate={createValue === undefined ? undefined : (text) => onChange(createValue(text))}
      shown={
        isEmpty ? (
          <span className={styles.placeholder}>{base.placeholder ?? (base.prefix === undefined ? t('ui.selectPlaceholder') : '')}</span>
        ) : (
          <span className={styles.single}>{option?.label ?? String(value)}</span>
        )
      }
    />
  )
}

export const MultiSelect = <Value extends SelectValue>({ value, onChange, createValue, mostTags = 4, labelOf, ...base }: MultiSelectProps<Value>) => {
  const nameOf = (one: Value): string => base.options.find((option) => option.value === one)?.label ?? labelOf?.(one) ?? String(one)
  return (
    <SelectFrame
      {...base}
      isMultiple
      chosen={value}
      canClear={value.length > 0}
      onClear={() => onChange([])}
      onPick={(one) => onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one])}
      onCreate={createValue === undefined ? undefined : (text) => onChange([...value, createValue(text)])}
      shown={
        value.length === 0 ? (
          <span className={styles.placeholder}>{base.placeholder ?? t('ui.selectPlaceholder')}</span>
        ) : (
          <>
            {value.slice(0, mostTags).map((one) => (
              <Tag key={String(one)} label={nameOf(one)} onRemove={() => onChange(value.filter((other) => other !== one))} />
            ))}
            {value.length > mostTags && <Tag label={t('ui.moreOptions', { count: value.length - mostTags })} />}
          </>
        )
      }
    />
  )
}
