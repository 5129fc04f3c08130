import { Check, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../words/words.ts'
import { SearchInput } from './Input.tsx'
import { filterOptions, optionHeight, visibleRows } from './select-options.ts'
import type { SelectOption, SelectValue } from './select-options.ts'
import styles from './Select.module.css'

export interface SelectPanelProps<Value extends SelectValue> {
  readonly listId: string
  readonly label: string
  readonly options: readonly SelectOption<Value>[]
  readonly chosen: readonly Value[]
  readonly isMultiple: boolean
  readonly isLoading: boolean
  readonly error: string | undefined
  readonly nothing: ((text: string) => ReactNode) | undefined
  readonly onSearch: ((text: string) => void) | undefined
  readonly onReachEnd: (() => void) | undefined
  readonly onCreate: ((text: string) => void) | undefined
  readonly onPick: (value: Value) => void
  readonly onClose: () => void
}

const listHeight = 220
/** Above this many options only the rows in sight are drawn. */
const virtualAbove = 100

/** The open list: a search field that keeps the focus and steers the options below it. */
export const SelectPanel = <Value extends SelectValue>(props: SelectPanelProps<Value>) => {
  const [text, setText] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      props.options.findIndex((option) => props.chosen.includes(option.value)),
    ),
  )
  const [scrollTop, setScrollTop] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { onReachEnd } = props

  const found = props.onSearch === undefined ? filterOptions(props.options, text) : props.options
  const canCreate = props.onCreate !== undefined && text.trim() !== '' && !found.some((option) => option.label === text.trim())
  const rows = found.length > virtualAbove ? visibleRows(scrollTop, listHeight, optionHeight, found.length) : { from: 0, to: found.length }

  useEffect(() => {
    const element = list.current
    if (!element) return
    const top = active * optionHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + optionHeight + 8 > element.scrollTop + element.clientHeight) element.scrollTop = top + optionHeight + 8 - element.clientHeight
  }, [active])

  const pick = (option: SelectOption<Value> | undefined): void => {
    if (option && !option.isDisabled) props.onPick(option.value)
  }
  const create = (): void => {
    props.onCreate?.(text.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Home' && text === '') setActive(0)
    else if (event.key === 'End' && text === '') setActive(found.length - 1)
    else if (event.key === 'Enter') {
      if (found[active] !== undefined) pick(found[active])
      else if (canCreate) create()
    } else if (event.key === 'Tab') return props.onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div className={styles.search} onKeyDown={onKeyDown}>
        <SearchInput
          label={t('ui.search')}
          value={text}
          autoComplete="off"
          role="combobox"
          aria-expanded
          aria-controls={props.listId}
          aria-activedescendant={found[active] === undefined ? undefined : `${props.listId}-${active}`}
          onChange={(next) => {
            setText(next)
            setActive(0)
            setScrollTop(0)
            props.onSearch?.(next)
          }}
        />
      </div>
      <div
        ref={list}
        id={props.listId}
        role="listbox"
        aria-label={props.label}
        aria-multiselectable={props.isMultiple || undefined}
        aria-busy={props.isLoading || undefined}
        className={styles.list}
        onScroll={(event) => {
          const { scrollTop: top, clientHeight, scrollHeight } = event.currentTarget
          setScrollTop(top)
          if (top + clientHeight > scrollHeight * 0.7) onReachEnd?.()
        }}
      >
        {rows.from > 0 && <div style={{ height: rows.from * optionHeight }} />}
        {found.slice(rows.from, rows.to).map((option, offset) => {
          const index = rows.from + offset
          const isChosen = props.chosen.includes(option.value)
          return (
            <div
              key={String(option.value)}
              id={`${props.listId}-${index}`}
              role="option"
              aria-selected={isChosen}
              aria-disabled={option.isDisabled || undefined}
              data-active={index === active}
              className={styles.option}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              {option.icon}
              <span className={styles.label} title={option.label}>
                {option.label}
              </span>
              {option.note !== undefined && <span className={styles.aside}>{option.note}</span>}
              {isChosen && <Check size={14} aria-hidden />}
            </div>
          )
        })}
        {rows.to < found.length && <div style={{ height: (found.length - rows.to) * optionHeight }} />}
        {canCreate && (
          <div role="option" aria-selected={false} className={styles.option} onPointerDown={(event) => event.preventDefault()} onClick={create}>
            <Plus size={14} aria-hidden />
            <span className={styles.label}>{t('ui.addOption', { text: text.trim() })}</span>
          </div>
        )}
        {props.error !== undefined && <p className={`${styles.note} ${styles.error}`}>{props.error}</p>}
        {props.isLoading && <p className={styles.note}>{t('ui.loading')}</p>}
        {!props.isLoading && props.error === undefined && found.length === 0 && !canCreate && (
          <div className={styles.note}>{props.nothing?.(text) ?? (text === '' ? t('ui.noOptions') : t('ui.noMatches', { text }))}</div>
        )}
      </div>
    </>
  )
}
