import { mayDo, type Caller } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { followNewDatabase } from '../data-permissions/follow-database.ts'
import { maskUri, secretMask, splitUri } from '../databases/connection-uri.ts'
import { defaultExtra, readExtra } from '../databases/database-facts.ts'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { createdNow } from '../rest/audit.ts'
import { fileNameOf } from './bundle-path.ts'
import type { BundleFile } from './print-bundle.ts'

/** A database as a file of a bundle. Its password stays here. */
export const databaseFile = (row: DatabaseRow): BundleFile => ({
  path: databasePath(row),
  content: {
    database_name: row.database_name,
    sqlalchemy_uri: row.uri,
    cache_timeout: row.cache_timeout,
    expose_in_sqllab: row.expose_in_sqllab,
    allow_run_async: row.allow_run_async,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    allow_file_upload: row.allow_file_upload,
    extra: readExtra(row.extra),
    uuid: row.uuid,
    version: '1.0.0',
  },
})

const databasePath = (row: Pick<DatabaseRow, 'id' | 'database_name'>): string => `databases/${fileNameOf(row.database_name, row.id)}.yaml`

const flag = z.boolean().nullable().optional()
const content = z.looseObject({
  database_name: z.string().min(1).max(250),
  sqlalchemy_uri: z.string().max(1024),
  uuid: z.uuid(),
  cache_timeout: z.int().min(-1).nullable().optional(),
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_file_upload: flag,
  /** Its old name. */
  allow_csv_upload: flag,
  extra: z.record(z.string(), z.unknown()).nullable().optional(),
})
type DatabaseContent = z.infer<typeof content>

export interface FoundDatabase {
  readonly id: number
}
/** A database to make, once everything else of the bundle was found good. */
export interface DatabaseToMake {
  readonly content: DatabaseContent
  readonly password: string | null
}

/**
 * The database a file speaks of: the one of its uuid or name if there is one, which is left as it is; else a new one, which needs the right to
 * make databases and, where the address has a masked password, the password. Anything else is what is wrong with the file.
 */
export async function matchDatabase(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  path: string,
  file: Readonly<Record<string, unknown>>,
  passwords: Readonly<Record<string, string>>,
): Promise<{ readonly found: FoundDatabase } | { readonly make: DatabaseToMake } | { readonly fault: unknown }> {
  const parsed = content.safeParse(file)
  if (!parsed.success) return { fault: faultsOf(parsed.error) }
  const known = await db
    .selectFrom('databases')
    .select('id')
    .where((where) => where.or([where('uuid', '=', parsed.data.uuid), where('database_name', '=', parsed.data.database_name)]))
    .orderBy((order) => order.case().when('uuid', '=', parsed.data.uuid).then(0).else(1).end())
    .executeTakeFirst()
  if (known) return { found: known }
  if (!mayDo(caller, 'can_write', 'Database')) return { fault: "Database doesn't exist and user doesn't have permission to create databases" }
  const uri = splitUri(parsed.data.sqlalchemy_uri)
  if (!uri) return { fault: { sqlalchemy_uri: ['The address of the database cannot be read.'] } }
  const given = passwords[path] ?? null
  if (uri.password === secretMask && given === null) return { fault: { _schema: ['Must provide a password for the database'] } }
  const inAddress = uri.password === null || uri.password === secretMask ? null : maskUri(uri).password
  return { make: { content: { ...parsed.data, sqlalchemy_uri: maskUri(uri).uri }, password: given ?? inAddress } }
}

export async function makeDatabase(tx: Kysely<Schema>, deps: Deps, caller: Caller, { content: file, password }: DatabaseToMake): Promise<number> {
  const { id } = await tx
    .insertInto('databases')
    .values({
      uuid: file.uuid || randomUUID(),
      database_name: file.database_name,
      uri: file.sqlalchemy_uri,
      password: password === null ? null : deps.secrets.encrypt(password),
      configuration_method: 'sqlalchemy_form',
      cache_timeout: file.cache_timeout ?? null,
      expose_in_sqllab: file.expose_in_sqllab ?? true,
      allow_run_async: file.allow_run_async ?? false,
      allow_file_upload: file.allow_file_upload ?? file.allow_csv_upload ?? false,
      allow_ctas: file.allow_ctas ?? false,
      allow_cvas: file.allow_cvas ?? false,
      allow_dml: file.allow_dml ?? false,
      impersonate_user: false,
      force_ctas_schema: null,
      server_cert: null,
      external_url: null,
      extra: file.extra ? JSON.stringify(file.extra) : defaultExtra,
      encrypted_extra: null,
      is_managed_externally: false,
      ...createdNow(deps, caller),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await followNewDatabase(tx, { id, database_name: file.database_name }, [])
  return id
}

/** Field → messages, as clients show them. */
export function faultsOf(error: z.ZodError): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const { path, message } of error.issues) (faults[path.join('.') || '_schema'] ??= []).push(message)
  return faults
}
