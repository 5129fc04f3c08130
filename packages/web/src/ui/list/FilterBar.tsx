import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { listRows, readDistinct, readRelated } from '../../api/resources.ts'
import type { ResourceName } from '../../api/resources.ts'
import { sayFetchFailure } from '../../api/say-failure.ts'
import { t, tCount } from '../../words/words.ts'
import { Button } from '../Button.tsx'
import { SearchInput } from '../Input.tsx'
import { Select } from '../Select.tsx'
import type { SelectOption } from '../select-options.ts'
import type { ListFilter } from './list-description.ts'
import type { Chosen, ListState } from './list-state.ts'
import styles from './List.module.css'
import { SinceFilter } from './SinceFilter.tsx'
import type { SinceKind } from './SinceFilter.tsx'

export interface FilterBarProps {
  readonly resource: ResourceName
  readonly filters: readonly ListFilter[]
  readonly state: ListState
  readonly onChange: (id: string, chosen: Chosen | undefined) => void
  readonly onClear: () => void
}

/** Search, then the choices, then what can be on or off; last the way back to the whole list. */
export const FilterBar = ({ resource, filters, state, onChange, onClear }: FilterBarProps) => {
  const count = Object.keys(state.filters).length
  const [isOpen, setIsOpen] = useState(false)
  return (
    <search className={styles.filters} aria-label={t('list.filters')} data-open={isOpen}>
      {filters.map((filter) => {
        const chosen = state.filters[filter.id]
        const change = (next: Chosen | undefined): void => onChange(filter.id, next)
        if (filter.kind === 'search') return <SearchFilter key={filter.id} label={filter.label} value={String(chosen?.value ?? '')} onChange={change} />
        if (filter.kind === 'toggle')
          return (
            <span key={filter.id} className={styles.choice}>
              <Button
                kind="quiet"
                icon={filter.icon}
                className={styles.toggle}
                aria-pressed={chosen !== undefined}
                onClick={() => change(chosen === undefined ? { value: true, label: t('list.yes') } : undefined)}
              >
                {filter.label}
              </Button>
            </span>
          )
        return (
          <span key={filter.id} className={styles.choice}>
            {filter.kind === 'since' ? (
              <SinceFilter filter={filter} chosen={chosen} onChange={change} />
            ) : (
              <ChoiceFilter resource={resource} filter={filter} chosen={chosen} onChange={change} />
            )}
          </span>
        )
      })}
      {filters.length > 1 && (
        <Button className={styles.more} icon={<SlidersHorizontal size={14} />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('list.filters')}
        </Button>
      )}
      {count > 0 && (
        <Button kind="link" className={styles.grow} onClick={onClear}>
          {tCount('list.clearFilters', count)}
        </Button>
      )}
    </search>
  )
}

const typingPauseMs = 300

/** The address follows the typing after a short pause. */
const SearchFilter = ({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (chosen: Chosen | undefined) => void
}) => {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  // The pause may outlive the render it began in: another filter chosen meanwhile must not be undone by an older list state.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const send = (next: string): void => {
    sent.current = next
    latest.current(next === '' ? undefined : { value: next })
  }
  return (
    <SearchInput
      label={label}
      className={styles.search}
      value={text}
      onChange={(next) => {
        setText(next)
        clearTimeout(timer.current)
        if (next === '') send('')
        else timer.current = setTimeout(() => send(next.trim()), typingPauseMs)
      }}
    />
  )
}

type ChoiceKind = Exclude<ListFilter, { kind: 'search' } | { kind: 'toggle' } | SinceKind>
type Option = SelectOption<string | number | boolean>

const loadChoices = async (resource: ResourceName, filter: ChoiceKind, text: string, signal: AbortSignal): Promise<readonly Option[]> => {
  if (filter.kind === 'options') return filter.options
  if (filter.kind === 'rows') {
    const reply = await listRows<Record<string, unknown> & { id: number }>(
      filter.resource,
      {
        columns: ['id', filter.nameColumn],
        filters: [...(filter.always ?? []), ...(text === '' ? [] : [{ col: filter.nameColumn, opr: filter.searchOpr, value: text }])],
        order_column: filter.nameColumn,
        order_direction: 'asc',
        page_size: 100,
      },
      signal,
    )
    return reply.result.map((row) => {
      const label = String(row[filter.nameColumn])
      return { value: filter.isByName ? label : row.id, label }
    })
  }
  const read = filter.kind === 'related' ? readRelated : readDistinct
  const reply = await read(resource, filter.column, { page: 0, page_size: 100, ...(text === '' ? {} : { filter: text }) }, signal)
  return reply.result.map((choice) => ({ value: choice.value, label: choice.text }))
}

const ChoiceFilter = ({
  resource,
  filter,
  chosen,
  onChange,
}: {
  readonly resource: ResourceName
  readonly filter: ChoiceKind
  readonly chosen: Chosen | undefined
  readonly onChange: (chosen: Chosen | undefined) => void
}) => {
  const [text, setText] = useState('')
  const isLocal = filter.kind === 'options'
  const choices = useQuery({
    queryKey: [resource, 'choices', filter.id, isLocal ? '' : text],
    queryFn: ({ signal }) => loadChoices(resource, filter, text, signal),
    enabled: !isLocal,
    placeholderData: (previous) => previous,
  })
  const options = isLocal ? filter.options : (choices.data ?? [])
  const known =
    chosen !== undefined && !options.some((option) => option.value === chosen.value)
      ? [{ value: chosen.value, label: chosen.label ?? String(chosen.value) }, ...options]
      : options
  return (
    <Select
      className={styles.select}
      label={filter.label}
      prefix={filter.label}
      placeholder=""
      isClearable
      options={known}
      value={chosen?.value}
      isLoading={choices.isFetching && choices.data === undefined}
      error={choices.isError ? sayFetchFailure(choices.error, filter.label) : undefined}
      {...(isLocal ? {} : { onSearch: setText })}
      onChange={(value) => onChange(value === undefined ? undefined : { value, label: known.find((option) => option.value === value)?.label ?? String(value) })}
    />
  )
}
