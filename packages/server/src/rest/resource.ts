/**
 * The generic resource engine: a resource is described as data, and every convention of the REST interface follows from it.
 *
 * How to add a resource (the finished example is `resources/css-templates/`):
 *
 * 1. `contract/src/resources/thing.ts`: row and body schemas, and
 *    `export const things = crudEndpoints({ resource: 'thing', view: 'Thing', things: 'things', post, put })`
 *    (`readEndpoints`, `writeEndpoints`, `favoriteEndpoints` are its parts; a body's refusal is worded by `fieldMapOf`).
 * 2. `server/src/resources/things/things.ts`: `export const thing = defineResource({ … })`, see `ResourceDescription` below.
 * 3. `server/src/resources/things/routes.ts`:
 *    `export const routes = [...readRoutes(thing, things), ...writeRoutes(thing, things, { create, update }), ...favoriteRoutes(thing, things)]`
 *    and one line in `resources/all.ts`. `create` and `update` are the resource's own functions: they get the validated body, write, and
 *    return what the echo reply says. Deleting needs no code of its own (`removal`).
 *
 * Names. A *wire column* is a name of `list_columns`/`show_columns`; dots nest (`owners.first_name`). It is found in `columns`, or, when
 * dotted, in the `columns` of the relation before the dot. A wire column that is not described is a stored column of the same name.
 * SQL fragments see the resource's table under its own name (`charts.slice_name`) and a to-one relation under its wire name
 * (`changed_by.first_name`); the engine joins only the relations a request needs.
 *
 * What a request costs: one SQL for the page, one for the count, one per to-many relation asked for. Never one per row.
 *
 * For your own routes on top: `findVisible` (a row the caller may see, or 404), `rowsOf` (wire rows of any condition), `readQ` (the `q`
 * argument against a schema), `mustOwn`/`ownersForCreate`/`ownersForUpdate`/`setOwners`, `createdNow`/`changedNow` (audit columns), `idOf` (path id or 404).
 */
import type { Caller } from '@sightline/core'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Store } from '../db/store.ts'
import type { Schema } from '../db/schema.ts'

/** A condition or expression in SQL, made with Kysely's `sql` tag: values are always bound. */
export type Fragment = RawBuilder<unknown>

/** Who asks, of which application, and when. */
export interface Asked {
  readonly deps: Deps
  readonly caller: Caller
  readonly now: Date
}

/** Stored values by the names of `needs`: `slice_name`, `changed_by.first_name`; a to-many relation is a list of objects. */
export type Stored = Readonly<Record<string, any>>

export type Column =
  /** A stored column, of another name or read through a function. */
  | { readonly stored: string; readonly read?: (value: any, asked: Asked) => unknown }
  /** Worked out by the store. */
  | { readonly sql: Fragment; readonly joins?: readonly string[]; readonly read?: (value: any, asked: Asked) => unknown }
  /** Worked out from stored columns once the row is here. */
  | { readonly needs: readonly string[]; readonly make: (row: Stored, asked: Asked) => unknown }

export interface ToOne {
  readonly kind: 'one'
  readonly table: keyof Schema
  /** Foreign key in the resource's table: `changed_by_id`. */
  readonly key: string
  /** Narrows the join: charts point at datasets only while `datasource_type` is `table`. */
  readonly on?: Fragment
  readonly columns?: Readonly<Record<string, Column>>
}

export interface ToMany {
  readonly kind: 'many'
  readonly table: keyof Schema
  /** A link table, or (`through` absent) the target itself has the foreign key `from`. */
  readonly through?: { readonly table: keyof Schema; readonly to: string; readonly where?: Fragment }
  /** Column that holds the resource's id, in the link table or the target. */
  readonly from: string
  readonly columns?: Readonly<Record<string, Column>>
  /** Column of the target; `id` where absent. */
  readonly order?: string
}

export type Relation = ToOne | ToMany

export type FilterKind = 'text' | 'choice' | 'numbered' | 'integer' | 'float' | 'boolean' | 'moment' | 'one' | 'many'

/** A filter of one column with an operator of its own. Undefined: the value says nothing, the filter does nothing. */
export interface CustomFilter {
  readonly operator: string
  readonly name: string
  readonly where: (value: unknown, asked: Asked) => Fragment | undefined
}

export interface Search {
  readonly kind: FilterKind
  /** Stored column where it is not the wire name; relations are found by the wire name. */
  readonly stored?: string
  readonly custom?: readonly CustomFilter[]
}

export interface Related {
  readonly table: keyof Schema
  /** What is shown of a row. */
  readonly text: Fragment
  /** What a typed text is looked for in; starts-with on `text` where absent. */
  readonly matches?: (typed: string, store: Store) => Fragment
  readonly order?: Fragment
  /** Stored columns given as `extra`. */
  readonly extra?: readonly string[]
  /** Which rows the caller may choose from. */
  readonly access?: (asked: Asked) => Promise<Fragment | undefined> | Fragment | undefined
}

export interface FormColumn {
  readonly name: string
  /** `String`, `Integer`, `Boolean`, `List`, `Dict`, `Enum`, `Related`, … */
  readonly type: string
  readonly required?: boolean
  readonly unique?: boolean
  readonly validate?: readonly string[]
}

export interface Removal {
  /** `chart`, `charts`: of "Deleted 3 charts". */
  readonly nouns: readonly [one: string, many: string]
  /** Refuses by throwing; runs after visibility and ownership. */
  readonly check?: (deps: Deps, ids: readonly number[], caller: Caller) => Promise<void>
  /** Column of `reports` that points here: a row with reports is not deleted. */
  readonly reports?: 'chart_id' | 'dashboard_id' | 'database_id'
  /** More to do in the same transaction, before the rows go. */
  readonly before?: (db: Deps['db'], ids: readonly number[], caller: Caller) => Promise<void>
}

export interface ResourceDescription {
  /** Path below `/api/v1/`. */
  readonly name: string
  /** View of the permission pairs. */
  readonly view: string
  /** Model in words: `Css Template` gives "List Css Template". */
  readonly title: string
  readonly table: keyof Schema
  readonly columns?: Readonly<Record<string, Column>>
  readonly relations?: Readonly<Record<string, Relation>>
  /**
   * SQLite hands over rows of many columns faster as one JSON text each. Only for tables without fractional numbers: the text rounds them.
   */
  readonly readsAsJson?: boolean
  readonly list: readonly string[]
  /** Returned with a whole row, though not named among its columns. */
  readonly alsoList?: readonly string[]
  /** Not part of a whole row, but to be had by name. */
  readonly mayList?: readonly string[]
  readonly show: readonly string[]
  readonly alsoShow?: readonly string[]
  readonly order: readonly string[]
  /** Wire order column → what the store sorts by, where it is not the stored column of that name. */
  readonly orderBy?: Readonly<Record<string, { readonly sql: Fragment; readonly joins?: readonly string[] }>>
  readonly defaultOrder: { readonly column: string; readonly direction: 'asc' | 'desc' }
  /** Order columns that are numbers, flags or moments: everything else sorts as text, by code point, empty ones last. */
  readonly plainOrder?: readonly string[]
  readonly search: Readonly<Record<string, Search>>
  readonly related?: Readonly<Record<string, Related>>
  readonly distinct?: readonly string[]
  /** 100 where absent; -1: no cap, and a page size of -1 means everything. */
  readonly maxPageSize?: number
  readonly permissions: readonly string[]
  readonly addForm?: readonly FormColumn[]
  readonly editForm?: readonly FormColumn[]
  readonly labels?: Readonly<Record<string, string>>
  /** Rows the caller may see. Undefined: all. */
  readonly access?: (asked: Asked) => Promise<Fragment | undefined> | Fragment | undefined
  /** Who may change a row: its owners and administrators. Absent: whoever has the permission. */
  readonly owners?: { readonly table: 'chart_owners' | 'dashboard_owners' | 'dataset_owners' | 'report_owners'; readonly key: string }
  readonly removal?: Removal
  /** Class of the stars. */
  readonly favorite?: string
  /** Number of the kind in `tagged_objects`. */
  readonly tagKind?: number
}

/** Identity, and the place where a description is checked: a column that is nowhere described is found at start, not by a user. */
export function defineResource(description: ResourceDescription): ResourceDescription {
  for (const name of [...description.list, ...description.show]) {
    const dot = name.indexOf('.')
    if (dot > 0 && description.relations?.[name.slice(0, dot)] === undefined) throw new Error(`${description.name}: no relation for ${name}`)
  }
  for (const [name, { kind }] of Object.entries(description.search)) {
    if ((kind === 'one' || kind === 'many') && description.relations?.[name]?.kind !== kind) throw new Error(`${description.name}: no relation ${name}`)
  }
  return description
}
