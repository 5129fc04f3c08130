import { z } from 'zod'
import { endpoint, type Access } from './endpoint.ts'

/** What became of an object: made here, put over what was here, used as it is here, or (with a dry run) what would become of it. */
const fate = z.enum(['made', 'replaced', 'kept'])

const arrived = {
  uuid: z.string(),
  name: z.string(),
  fate,
  /** The id here; null in a dry run for what is not here. */
  id: z.number().nullable(),
}

/** Something that was at the source and is not here now, or not as it was there. `kind` is a word of the wire: `row_rule`, `owner`, `dashboard_role`, … */
const notBrought = z.object({ kind: z.string(), name: z.string(), why: z.string() })
export type NotBrought = z.infer<typeof notBrought>

const part = z.object({ name: z.string(), why: z.string() })

/** How faithfully something came over. Words of people are whole sentences; what stands first is what was lost. */
export const fidelityReport = z.object({
  made_on: z.string(),
  is_dry_run: z.boolean(),
  source: z.object({ kind: z.enum(['bundle', 'server']), name: z.string() }),
  not_brought: z.array(notBrought),
  databases: z.array(z.object({ ...arrived, opens: z.boolean(), why: z.string().nullable() })),
  datasets: z.array(
    z.object({
      ...arrived,
      database: z.string(),
      /** `unchecked`: the database could not be asked, `why` says the reason. */
      state: z.enum(['complete', 'missing', 'unchecked']),
      why: z.string().nullable(),
      columns: z.object({ found: z.number(), missing: z.array(z.string()) }),
      metrics: z.object({ found: z.number(), missing: z.array(part) }),
      /** Its row rules could not be brought: only administrators read it until one of them opens it. */
      is_closed: z.boolean(),
    }),
  ),
  charts: z.array(
    z.object({
      ...arrived,
      viz_type: z.string(),
      state: z.enum(['faithful', 'changed', 'not_drawable']),
      /** Each control or option that is not honoured, by its name in the form. */
      changes: z.array(part),
    }),
  ),
  dashboards: z.array(
    z.object({
      ...arrived,
      state: z.enum(['faithful', 'changed']),
      blocks: z.object({ found: z.number(), missing: z.array(part) }),
      filters: z.object({ found: z.number(), missing: z.array(part) }),
      /** What it says besides, by its name in the metadata, that is kept but not honoured here. */
      changes: z.array(part),
    }),
  ),
  saved_queries: z.array(z.object(arrived)),
  /** What bundles leave out, as far as it was brought. */
  extras: z.array(z.object({ kind: z.string(), brought: z.number() })),
})
export type FidelityReport = z.infer<typeof fidelityReport>

export const moveStatuses = ['running', 'done', 'failed', 'stopped'] as const
export type MoveStatus = (typeof moveStatuses)[number]

const move = z.object({
  id: z.number(),
  status: z.enum(moveStatuses),
  is_dry_run: z.boolean(),
  source: fidelityReport.shape.source,
  started_on: z.string(),
  ended_on: z.string().nullable(),
  /** What is done at the moment, with the share that is done where that is known. */
  step: z.object({ words: z.string(), done: z.number(), total: z.number().nullable() }).nullable(),
  /** Why it failed: the same body that the import calls answer, so needs-lists can be read from it. */
  errors: z.array(z.unknown()).nullable(),
})
export type Move = z.infer<typeof move>

/** A form: the file `bundle`, or the address of a running server with an account of it. Secrets as in the form of an import. */
const moveForm = z.looseObject({
  bundle: z.unknown().optional(),
  from: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  /** `db` where absent; `ldap` is the other one the source may know. */
  provider: z.string().optional(),
  dry_run: z.string().optional(),
  passwords: z.string().optional(),
  ssh_tunnel_passwords: z.string().optional(),
  ssh_tunnel_private_keys: z.string().optional(),
  ssh_tunnel_private_key_passwords: z.string().optional(),
})
export type MoveForm = z.infer<typeof moveForm>

const access: Access = { permission: 'can_import_', view: 'ImportExportRestApi' }
const moveParams = z.object({ id: z.coerce.number().int() })

/** Moving in from another installation, with a report of how faithfully it came. */
export const movingInEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/moving_in/',
    tag: 'moving_in',
    summary: 'Moves, newest first',
    access,
    reply: z.object({ count: z.number(), result: z.array(move) }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/v1/moving_in/',
    tag: 'moving_in',
    summary: 'Begin a move, or with `dry_run` only its report',
    access,
    body: moveForm.optional(),
    status: 202,
    reply: z.object({ id: z.number(), result: move }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/moving_in/:id',
    tag: 'moving_in',
    summary: 'How far a move is, and its report when it is done',
    access,
    params: moveParams,
    reply: z.object({ id: z.number(), result: move.extend({ report: fidelityReport.nullable() }) }),
    isLogged: false,
  }),
  stop: endpoint({
    method: 'DELETE',
    path: '/api/v1/moving_in/:id',
    tag: 'moving_in',
    summary: 'Stop a move that runs (nothing of it stays), or forget one that ended',
    access,
    params: moveParams,
    /** With `if=running` a move that has ended meanwhile is left alone: 409. */
    query: z.object({ if: z.enum(['running']).optional() }),
    reply: z.object({ message: z.string() }),
  }),
}
