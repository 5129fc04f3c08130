import type { ReactNode } from 'react'
import type { Filter, ResourceName } from '../../api/resources.ts'
import type { Person } from '../avatar.ts'
import type { Crumb } from '../PageHeader.tsx'
import type { SelectOption } from '../select-options.ts'
import type { MenuEntry } from '../Menu.tsx'
import type { ListDefaults } from './list-state.ts'

export interface ListColumn<Row> {
  readonly key: string
  readonly label: string
  /** What the column says, where its label is too short for it. */
  readonly help?: string
  /** The server's name for the order; without it the head is plain text. */
  readonly sortBy?: string
  /** Share of the width, in `fr`, or pixels when it must not grow. */
  readonly width: `${number}%` | `${number}px` | 'auto'
  readonly align?: 'end'
  /** Left out on narrow screens. */
  readonly isSecondary?: boolean
  /** Left out only on phones. */
  readonly staysLong?: boolean
  /** Never left out, as the first column is not. */
  readonly stays?: boolean
  readonly render: (row: Row) => ReactNode
}

interface FilterBase {
  readonly id: string
  readonly col: string
  readonly opr: string
  readonly label: string
}

export type ListFilter = FilterBase &
  (
    | { readonly kind: 'search' }
    | { readonly kind: 'options'; readonly options: readonly SelectOption<string | number | boolean>[] }
    /** Choices come from `related/{column}` or `distinct/{column}` of the resource. */
    | { readonly kind: 'related' | 'distinct'; readonly column: string }
    /** Choices are rows of another resource, named to the server by their ids or, with `isByName`, by their names. */
    | {
        readonly kind: 'rows'
        readonly resource: ResourceName
        readonly nameColumn: string
        readonly searchOpr: string
        readonly isByName?: boolean
        /** Filters of the choices that are always sent. */
        readonly always?: readonly Filter[]
      }
    /** Rows after a moment that lies so many hours back when it is chosen, or between two moments; the address keeps the moments. */
    | { readonly kind: 'since'; readonly untilOpr: string; readonly spans: readonly { readonly hours: number; readonly label: string }[] }
    | { readonly kind: 'toggle'; readonly icon: ReactNode }
  )

export interface ListCard<Row> {
  readonly thumbnail: (row: Row) => ReactNode
  readonly subtitle: (row: Row) => ReactNode
}

/** A list page as data: the page itself is written once. */
export interface ListDescription<Row extends { readonly id: number }> {
  readonly resource: ResourceName
  readonly title: string
  readonly crumbs?: readonly Crumb[]
  readonly defaults: ListDefaults
  readonly columns: readonly ListColumn<Row>[]
  readonly filters: readonly ListFilter[]
  /** What of a row is asked for; all of it where absent. Charts and dashboards carry long documents that a list does not need. */
  readonly wireColumns?: readonly string[]
  /** Filters that are always sent. */
  readonly always?: readonly Filter[]
  readonly card?: ListCard<Row>
  readonly hasFavourites?: boolean
  /** What stands in front of the name: a thumbnail or a glyph. */
  readonly leading?: (row: Row) => ReactNode
  readonly name: (row: Row) => string
  readonly to?: (row: Row) => string
  /** What stands in the first column instead of the name and its link. */
  readonly first?: (row: Row) => ReactNode
  readonly badges?: (row: Row) => ReactNode
  readonly owners?: (row: Row) => readonly Person[]
  /** Whether this person may change the row; the permission comes on top. */
  readonly mayEdit?: (row: Row) => boolean
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  /** How many rows are selected, where a number does not say enough. */
  readonly selectedText?: (rows: readonly Row[]) => string
  readonly deletion?: {
    /** Asks to type the word when what is deleted takes other things with it. */
    readonly asksForWord: boolean
    /** There is no deleting of several at once, and so nothing to select rows for. */
    readonly isOneByOne?: boolean
    readonly one: string
    readonly many: string
    readonly text: (names: string, count: number) => string
    /** The sentence that says that several could not be deleted. */
    readonly failedMany?: (error: string) => string
    /** More to say before it happens, e.g. what depends on it. */
    readonly details?: (rows: readonly Row[]) => ReactNode
  }
}

export interface BulkAction<Row> {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: (rows: readonly Row[]) => void
}

export interface RowActions<Row> {
  /** Buttons beside the pencil: what is done most. */
  readonly quick?: (row: Row) => ReactNode
  /** What can be done with all selected rows, beside deleting them. */
  readonly bulk?: readonly BulkAction<Row>[]
  /** The pencil: shown on hover, and only to those who may edit; with `denied` to others too, who are told why it is not for them. */
  readonly edit?: { readonly label: string; readonly denied?: string; readonly to?: (row: Row) => string; readonly onSelect?: (row: Row) => void }
  readonly more?: (row: Row) => readonly MenuEntry[]
}
