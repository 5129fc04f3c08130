import { mayDo, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import type { TunnelSettings } from '../tunnels/tunnel.ts'
import { objectKinds, type BundleKind, type ObjectKind } from './bundle-kinds.ts'
import type { ChartContent, DashboardContent, DatabaseContent, DatasetContent, QueryContent } from './file-schema.ts'
import type { ImportOrder } from './import-form.ts'
import type { LoadedDataset } from '../datasets/load-dataset.ts'

/** What becomes of an object of a bundle: made, replaced, or used as it is. */
type Fate = 'make' | 'replace' | 'keep'

export interface Plan<Content> {
  readonly path: string
  readonly content: Content
  readonly fate: Fate
  /** Of the object that is there; what is to be made has its id later. */
  id: number | null
}

export type DatabasePlan = Plan<DatabaseContent> & {
  readonly uri: string
  readonly password: string | null
  /** The stored one stays. */
  readonly keepsPassword: boolean
  /** Null: as it is. */
  readonly tunnel: TunnelSettings | null
  readonly before: { readonly id: number; readonly uuid: string; readonly database_name: string } | null
  /** What it still needs before it can be opened; only a move goes on without. */
  readonly needs: readonly string[]
  /** Why no connector opens it; null where one does. */
  readonly whyUnusable: string | null
}
export type DatasetPlan = Plan<DatasetContent> & { readonly before: LoadedDataset | null }
export type ChartPlan = Plan<ChartContent> & { readonly uuid: string }
export type DashboardPlan = Plan<DashboardContent> & { readonly uuid: string; readonly here: Here }
export type QueryPlan = Plan<QueryContent> & { readonly here: Here }

/** Ids by uuid of what a bundle names and does not hold, and what is here already. */
export type Here = ReadonlyMap<string, number>

/** An import while it is planned; nothing is written before the whole bundle was found good. */
export interface Planning {
  readonly deps: Deps
  readonly caller: Caller
  readonly kind: BundleKind
  readonly order: ImportOrder
  readonly signal: AbortSignal
  /** What is wrong, by path. */
  readonly faults: Record<string, unknown>
  /** The uuids of objects that something is wrong with, or that need one which something is wrong with. */
  readonly wrong: Set<string>
  /** Whole sentences about what came over but not as it was. */
  readonly notes: { readonly kind: 'password' | 'database' | 'rows'; readonly name: string; readonly words: string }[]
  /** By the uuid in the bundle. */
  readonly databases: Map<string, DatabasePlan>
  readonly datasets: Map<string, DatasetPlan>
  readonly charts: Map<string, ChartPlan>
  readonly dashboards: Map<string, DashboardPlan>
  readonly queries: Map<string, QueryPlan>
}

/** What may be done with an object, or why not. `mayReplace` is for one that is there. */
export function fateOf(
  { caller, kind, order }: Planning,
  object: ObjectKind,
  known: { readonly mayReplace: boolean } | null,
): Fate | { readonly fault: string } {
  const { noun, view, things } = objectKinds[object]
  const title = noun[0]!.toUpperCase() + noun.slice(1)
  const mayWrite = mayDo(caller, 'can_write', view)
  if (!known) return mayWrite ? 'make' : { fault: `${title} doesn't exist and user doesn't have permission to create ${things}` }
  if ((kind !== object && kind !== 'assets' && !order.overwritesAll) || !mayWrite) return 'keep'
  if (!order.overwrite) return { fault: `${title} already exists and \`overwrite=true\` was not passed` }
  return known.mayReplace ? 'replace' : { fault: `A ${noun} already exists and user doesn't have permissions to overwrite it` }
}

/**
 * An object whose file needs another one that is not there. Where that one has a fault of its own, only that is told: a database without its
 * password must not look like a bundle without its database, because whoever asks for passwords asks only where nothing else is wrong.
 */
export function noteMissing(
  { faults, wrong }: Planning,
  { path, uuid }: { readonly path: string; readonly uuid: string },
  needed: string,
  fault: unknown,
): void {
  if (wrong.has(needed)) wrong.add(uuid)
  else faults[path] = fault
}

/** The words of a refusal, whichever way it came. */
export async function wordsOfRefusal(check: () => Promise<Result<void> | void>): Promise<string | null> {
  try {
    const result = await check()
    return result && !result.ok ? result.problem.message : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if ('message' in error.body) return typeof error.body.message === 'string' ? error.body.message : JSON.stringify(error.body.message)
    return 'problems' in error.body ? (error.body.problems[0]?.message ?? error.message) : error.message
  }
}
