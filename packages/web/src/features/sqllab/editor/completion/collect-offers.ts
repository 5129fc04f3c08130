import { sqlDialectOf } from '@sightline/core'
import { offeredKeywords, offeredTypes, wordsOfDialect } from '../../../../code/sql-words.ts'
import { quoted, writtenName } from '../quote-name.ts'
import type { NameIndex } from './name-index.ts'
import { ownColumnScore, rankOffers, scores, type Offer, type RankedOffers } from './offer.ts'
import { readPlace, type Place } from './read-place.ts'
import { columnsOf, madeNamesAt, scopeAt, sourcesAt, type KnownColumn } from './source-columns.ts'
import { readScopes, type Scope, type Source } from './read-scopes.ts'

/** What is known of a database so far. A part that is not known yet is null; asking for it has it fetched. */
export interface Catalogue {
  readonly backend: string
  readonly schema: string | null
  readonly functions: readonly string[]
  readonly schemas: NameIndex
  readonly tablesOf: (schema: string | null) => NameIndex | null
  readonly columnsOf: (schema: string | null, table: string) => readonly KnownColumn[] | null
  readonly savedQueries: readonly { readonly label: string; readonly sql: string }[]
  readonly parameters: readonly string[]
}

/** More of a kind nobody reads. */
const mostOfKind = 100
const mostShown = 200

export interface OffersAt extends RankedOffers {
  readonly place: Place
}

/** What fits where the cursor stands; `cursor` counts from the beginning of the statement. */
export function offersIn(statement: string, cursor: number, catalogue: Catalogue): OffersAt {
  const place = readPlace(statement.slice(0, cursor), catalogue.backend)
  // The quote of the name that is being typed is still open: it must not swallow what follows.
  const isOpen = place.isQuoted && statement[cursor] !== statement[place.from]
  const text = isOpen ? statement.slice(0, place.from) + ' '.repeat(cursor - place.from) + statement.slice(cursor) : statement
  return { place, ...collectOffers(place, scopeAt(readScopes(text, catalogue.backend), cursor), catalogue) }
}

function collectOffers(place: Place, inner: Scope | null, catalogue: Catalogue): RankedOffers {
  const { typed, path } = place
  if (place.kind === 'naming' && path.length === 0) return { offers: [], count: 0 }
  if (place.kind === 'type') return rankOffers(typeOffers, typed, mostShown)
  const sources = sourcesAt(inner)
  if (path.length > 0) return pathOffers(place, sources, catalogue)
  const tables = tableOffers(place, catalogue.schema, catalogue)
  const schemas = schemaOffers(place, catalogue)
  const more = { count: tables.more + schemas.more }
  if (place.kind === 'table') {
    const made = madeNamesAt(inner).map((label): Offer => ({ label, kind: 'table', score: scores.table + 10, owner: 'WITH' }))
    return plus(
      rankOffers([...made, ...tables.offers, ...schemas.offers, ...queryOffers(place, catalogue), ...functionOffers(catalogue)], typed, mostShown),
      more,
    )
  }
  const columns = sources.flatMap(({ source, scope, isNear }) => columnOffers(source, scope, catalogue, isNear ? ownColumnScore : scores.column))
  const aliases = sources
    .filter(({ source }) => source.hasAlias)
    .map(({ source }): Offer => ({ label: source.name, kind: 'table', score: scores.table, owner: source.path.at(-1) ?? '' }))
  return plus(
    rankOffers(
      [
        ...keywordOffers(catalogue.backend),
        ...typeOffers,
        ...functionOffers(catalogue),
        ...columns,
        ...aliases,
        ...tables.offers,
        ...schemas.offers,
        ...(place.kind === 'start' ? queryOffers(place, catalogue) : []),
        ...parameterOffers(catalogue),
      ],
      typed,
      mostShown,
    ),
    more,
  )
}

const plus = (ranked: RankedOffers, { count }: { readonly count: number }): RankedOffers => ({ ...ranked, count: ranked.count + count })

/** Behind a point: columns of a source, tables of a schema, columns of a table of a schema. */
function pathOffers(place: Place, sources: ReturnType<typeof sourcesAt>, catalogue: Catalogue): RankedOffers {
  const { path, typed } = place
  const [first, last] = [path[0]!, path.at(-1)!]
  if (path.length === 1) {
    const named = sources.find(({ source }) => source.name.toLowerCase() === first.toLowerCase())
    if (named && place.kind !== 'table') return rankOffers(columnOffers(named.source, named.scope, catalogue, ownColumnScore, place.isQuoted), typed, mostShown)
    const schema = catalogue.schemas.spell(first)
    if (schema === undefined && place.kind !== 'table') {
      const table = catalogue.tablesOf(catalogue.schema)?.spell(first)
      return rankOffers(table === undefined ? [] : plainColumns(catalogue, catalogue.schema, table, place.isQuoted), typed, mostShown)
    }
    const tables = tableOffers(place, schema ?? first, catalogue)
    return plus(rankOffers(tables.offers, typed, mostShown), { count: tables.more })
  }
  if (place.kind === 'table') {
    const tables = tableOffers(place, last, catalogue)
    return plus(rankOffers(tables.offers, typed, mostShown), { count: tables.more })
  }
  const schema = path.at(-2)!
  return rankOffers(plainColumns(catalogue, schema, catalogue.tablesOf(schema)?.spell(last) ?? last, place.isQuoted), typed, mostShown)
}

const plainColumns = (catalogue: Catalogue, schema: string | null, table: string, isQuoted: boolean): readonly Offer[] =>
  columnOffers({ name: table, hasAlias: false, path: schema === null ? [table] : [schema, table], query: null }, null, catalogue, ownColumnScore, isQuoted)

function columnOffers(source: Source, scope: Scope | null, catalogue: Catalogue, score: number, isQuoted = false): readonly Offer[] {
  const table = source.path.at(-1)
  const owner = table === undefined ? source.name : source.hasAlias ? `${table} ${source.name}` : table
  return columnsOf(source, scope, catalogue).map(({ name, type }) => ({
    label: name,
    kind: 'column',
    score,
    text: written(name, catalogue.backend, isQuoted),
    ...(type === undefined ? {} : { type }),
    owner,
  }))
}

/** With its quotes where it needs them, or where one was typed. */
const written = (name: string, backend: string, isQuoted: boolean): string => (isQuoted ? quoted(name, backend) : writtenName(name, backend))

function tableOffers(place: Place, schema: string | null, catalogue: Catalogue): { readonly offers: readonly Offer[]; readonly more: number } {
  const found = catalogue.tablesOf(schema)?.find(place.typed, mostOfKind)
  if (!found) return { offers: [], more: 0 }
  const offers = found.names.map((name): Offer => ({
    label: name,
    kind: 'table',
    score: scores.table,
    text: written(name, catalogue.backend, place.isQuoted),
    owner: 'table',
    table: { schema, name },
  }))
  return { offers, more: found.count - found.names.length }
}

function schemaOffers(place: Place, { schemas, backend }: Catalogue): { readonly offers: readonly Offer[]; readonly more: number } {
  const found = schemas.find(place.typed, mostOfKind)
  const offers = found.names.map((name): Offer => ({
    label: name,
    kind: 'schema',
    score: scores.schema,
    text: written(name, backend, place.isQuoted),
    owner: 'schema',
  }))
  return { offers, more: found.count - found.names.length }
}

const keywordsOf = new Map<string, readonly Offer[]>()

function keywordOffers(backend: string): readonly Offer[] {
  const id = sqlDialectOf(backend)
  const known = keywordsOf.get(id)
  if (known) return known
  const words = new Set([...offeredKeywords, ...(wordsOfDialect[id] ?? []).map((word) => word.toUpperCase())])
  const made = [...words].map((label): Offer => ({ label, kind: 'keyword', score: scores.keyword, owner: 'sql' }))
  keywordsOf.set(id, made)
  return made
}

const typeOffers = offeredTypes.map((label): Offer => ({ label, kind: 'type', score: scores.type, owner: 'sql' }))

const functionsOf = new WeakMap<readonly string[], readonly Offer[]>()

function functionOffers({ functions }: Catalogue): readonly Offer[] {
  const known = functionsOf.get(functions)
  if (known) return known
  const keywords = new Set(offeredKeywords)
  const made = functions
    .filter((name) => !keywords.has(name.toUpperCase()))
    .map((label): Offer => ({ label, kind: 'function', score: scores.function, owner: 'function' }))
  functionsOf.set(functions, made)
  return made
}

const parameterOffers = ({ parameters }: Catalogue): readonly Offer[] =>
  parameters.map((name) => ({ label: name, kind: 'parameter', score: scores.parameter, text: `{{ ${name} }}`, owner: 'parameter' }))

/** A saved query stands in FROM as a query in parentheses under its own name, and at the beginning as it is. */
const queryOffers = (place: Place, { savedQueries, backend }: Catalogue): readonly Offer[] =>
  savedQueries.map(({ label, sql }) => {
    const text = sql.trim().replace(/;\s*$/, '')
    return {
      label,
      kind: 'query',
      score: scores.query,
      text: place.kind === 'table' ? `(\n${text}\n) AS ${writtenName(label, backend)}` : text,
      owner: 'saved query',
    }
  })
