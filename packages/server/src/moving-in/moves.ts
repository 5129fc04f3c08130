import type { FidelityReport, Move } from '@sightline/contract'
import { isAdmin, type Caller } from '@sightline/core'
import type { Selectable } from 'kysely'
import type { Moves } from '../db/schema.ts'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { momentOf } from '../moment.ts'
import type { MoveSource } from './source.ts'

// The rows of moves: what ran, what runs, and how it ended.

type MoveRow = Selectable<Moves>
type MoveDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'moves'>

/** Reports are long; a list does without them. */
const shortColumns = ['id', 'status', 'source_kind', 'source_name', 'is_dry_run', 'started_on', 'ended_on', 'errors', 'user_id', 'runner', 'run'] as const
type ShortRow = Pick<MoveRow, (typeof shortColumns)[number]>

/** Older ones are forgotten when another one begins. */
const mostKept = 200

export interface NewMove {
  readonly run: string
  readonly source: Pick<MoveSource, 'kind' | 'name'>
  readonly isDryRun: boolean
}

export async function addMove({ db, now, jobs }: MoveDeps, caller: Caller, { run, source, isDryRun }: NewMove): Promise<ShortRow> {
  const row = await db
    .insertInto('moves')
    .values({ ...rowOf(run, source, isDryRun), status: 'running', started_on: momentOf(now()), user_id: caller.id, runner: jobs.runner })
    .returning(shortColumns)
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('moves')
    .where('id', '<=', row.id - mostKept)
    .where('status', '<>', 'running')
    .execute()
  return row
}

const rowOf = (run: string, { kind, name }: NewMove['source'], isDryRun: boolean) => ({ run, source_kind: kind, source_name: name, is_dry_run: isDryRun })

/** Within the transaction that writes what the move brings, so that both are there or neither. False for one that was stopped meanwhile. */
export async function noteDone(tx: Db, { now }: Pick<Deps, 'now'>, id: number, report: FidelityReport): Promise<boolean> {
  const noted = await tx
    .updateTable('moves')
    .set({ status: 'done', ended_on: momentOf(now()), report: JSON.stringify(report) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** A move that was made without a row of its own while it ran. */
export async function addDone(tx: Db, { now, jobs }: Pick<Deps, 'now' | 'jobs'>, caller: Caller, startedOn: Date, move: NewMove, report: FidelityReport) {
  await tx
    .insertInto('moves')
    .values({
      ...rowOf(move.run, move.source, move.isDryRun),
      status: 'done',
      started_on: momentOf(startedOn),
      ended_on: momentOf(now()),
      report: JSON.stringify(report),
      user_id: caller.id,
      runner: jobs.runner,
    })
    .execute()
}

/** Of a move that is still running; true if this was its end. */
export async function noteEnd({ db, now }: MoveDeps, id: number, status: 'failed' | 'stopped', errors: readonly unknown[] | null): Promise<boolean> {
  const noted = await db
    .updateTable('moves')
    .set({ status, ended_on: momentOf(now()), errors: errors === null ? null : JSON.stringify(errors) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export async function forgetMove({ db }: MoveDeps, id: number): Promise<void> {
  await db.deleteFrom('moves').where('id', '=', id).where('status', '<>', 'running').execute()
}

/** Everybody sees his own moves, administrators all of them. */
export async function listMoves(deps: MoveDeps, caller: Caller): Promise<readonly Move[]> {
  await failLost(deps)
  const query = deps.db.selectFrom('moves').select(shortColumns).orderBy('id', 'desc').limit(mostKept)
  const rows = await (isAdmin(caller) ? query : query.where('user_id', '=', caller.id)).execute()
  return rows.map((row) => moveOf(deps, row))
}

/** One that is not there and one of somebody else are told apart by nobody. */
export async function mustFindMove(deps: MoveDeps, caller: Caller, id: number): Promise<MoveRow> {
  await failLost(deps)
  const row = await deps.db.selectFrom('moves').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !(isAdmin(caller) || row.user_id === caller.id)) throw new Refusal(404, 'Not found')
  // The row says so a moment before the process has put everything away; whoever reads that it is over may begin the next one.
  if (row.status !== 'running') await deps.moves.find(row.run)?.done
  return row
}

export const moveOf = ({ moves }: Pick<Deps, 'moves'>, row: ShortRow): Move => ({
  id: row.id,
  status: row.status,
  is_dry_run: row.is_dry_run,
  source: { kind: row.source_kind, name: row.source_name },
  started_on: row.started_on,
  ended_on: row.ended_on,
  step: row.status === 'running' ? (moves.find(row.run)?.step ?? null) : null,
  errors: row.errors === null ? null : (JSON.parse(row.errors) as unknown[]),
})

export const reportOf = ({ report }: MoveRow): FidelityReport | null => (report === null ? null : (JSON.parse(report) as FidelityReport))

/** What a process had in hand when it ended has failed: nothing of it is here. */
async function failLost(deps: MoveDeps): Promise<void> {
  const running = await deps.db.selectFrom('moves').select(['id', 'runner', 'run']).where('status', '=', 'running').execute()
  if (running.length === 0) return
  const alive = new Set((await deps.db.selectFrom('runners').select('id').execute()).map(({ id }) => id))
  for (const { id, runner, run } of running) {
    const isLost = runner === deps.jobs.runner ? deps.moves.find(run) === undefined : !alive.has(runner)
    if (isLost) await noteEnd(deps, id, 'failed', [lostError])
  }
}

const lostError = { message: 'The server ended while the move ran. Nothing of it was kept; begin it again.' }
