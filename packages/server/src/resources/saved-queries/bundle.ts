import type { ImportForm } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { z } from 'zod'
import { fileNameOf } from '../../bundles/bundle-path.ts'
import { databaseFile, faultsOf, makeDatabase, matchDatabase, type DatabaseToMake } from '../../bundles/database-file.ts'
import { readImportForm } from '../../bundles/import-form.ts'
import { printBundle, type BundleFile, type PrintedBundle } from '../../bundles/print-bundle.ts'
import { importRefusal, readBundle } from '../../bundles/read-bundle.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow } from '../../rest/audit.ts'
import { isId } from '../../rest/ids.ts'

/** One's own saved queries with their databases; one that is not there spoils the whole. */
export async function exportSavedQueries(deps: Deps, caller: Caller, ids: readonly number[]): Promise<PrintedBundle> {
  const isPossible = ids.length > 0 && ids.every(isId)
  const rows = !isPossible ? [] : await deps.db.selectFrom('saved_queries').selectAll().where('id', 'in', ids).where('user_id', '=', caller.id).execute()
  if (rows.length === 0 || rows.length < new Set(ids).size) throw new Refusal(404, 'Not found')
  const databaseIds = [...new Set(rows.flatMap(({ db_id }) => (db_id === null ? [] : [db_id])))]
  const databases = databaseIds.length === 0 ? [] : await deps.db.selectFrom('databases').selectAll().where('id', 'in', databaseIds).execute()
  const taken = new Set<string>()
  const files: BundleFile[] = []
  for (const row of rows) {
    const database = databases.find(({ id }) => id === row.db_id)
    const folder = ['queries', database ? fileNameOf(database.database_name, database.id) : 'none', ...(row.schema ? [fileNameOf(row.schema, row.id)] : [])]
    const plain = [...folder, `${fileNameOf(row.label, row.id)}.yaml`].join('/')
    // Two queries may carry the same name; each keeps its own file.
    const path = taken.has(plain) ? plain.replace(/\.yaml$/, `_${row.id}.yaml`) : plain
    taken.add(path)
    const { schema, label, description, sql, uuid } = row
    files.push({ path, content: { schema, label, description, sql, uuid, version: '1.0.0', ...(database ? { database_uuid: database.uuid } : {}) } })
    if (database) files.push(databaseFile(database))
  }
  return printBundle('saved_query', 'SavedQuery', files, deps.now())
}

const content = z.looseObject({
  label: z.string().max(256).nullable(),
  schema: z.string().max(128).nullable().optional(),
  description: z.string().nullable().optional(),
  sql: z.string(),
  uuid: z.uuid(),
  database_uuid: z.uuid().optional(),
})

interface Plan {
  readonly content: z.infer<typeof content>
  readonly existingId: number | null
}

/** All of a bundle or nothing. A query is recognised by its uuid; another person's is never touched. */
export async function importSavedQueries(deps: Deps, caller: Caller, form: ImportForm | undefined): Promise<void> {
  const order = readImportForm(form)
  const bundle = await readBundle(order.archive, 'saved_query', 'SavedQuery')
  const faults: Record<string, unknown> = {}
  const plans: Plan[] = []
  const databaseIds = new Map<string, number>()
  const databasesToMake: DatabaseToMake[] = []
  for (const [path, file] of bundle) {
    if (path.startsWith('databases/')) {
      const match = await matchDatabase(deps, caller, path, file, order.passwords)
      if ('fault' in match) faults[path] = match.fault
      else if ('found' in match) databaseIds.set(String(file['uuid']), match.found.id)
      else databasesToMake.push(match.make)
    } else if (path.startsWith('queries/')) {
      const parsed = content.safeParse(file)
      if (!parsed.success) {
        faults[path] = faultsOf(parsed.error)
        continue
      }
      const known = await deps.db.selectFrom('saved_queries').select(['id', 'user_id']).where('uuid', '=', parsed.data.uuid).executeTakeFirst()
      if (known && known.user_id !== caller.id) faults[path] = "A saved query already exists and user doesn't have permissions to overwrite it"
      else if (known && !order.overwrite) faults[path] = 'Saved query already exists and `overwrite=true` was not passed'
      else plans.push({ content: parsed.data, existingId: known?.id ?? null })
    }
  }
  const known = new Set([...databaseIds.keys(), ...databasesToMake.map((one) => one.content.uuid)])
  for (const [path, file] of bundle) {
    const uuid = file['database_uuid']
    if (path.startsWith('queries/') && typeof uuid === 'string' && !known.has(uuid)) faults[path] ??= { database_uuid: ['The bundle has no such database.'] }
  }
  if (Object.keys(faults).length > 0) throw importRefusal('saved_query', faults)
  if (plans.length === 0) throw new Refusal(400, 'No valid import files were found')
  await deps.db.transaction().execute(async (tx) => {
    for (const one of databasesToMake) databaseIds.set(one.content.uuid, await makeDatabase(tx, deps, caller, one))
    for (const { content: file, existingId } of plans) {
      const values = {
        label: file.label ?? '',
        schema: file.schema ?? null,
        description: file.description ?? null,
        sql: file.sql,
        db_id: file.database_uuid === undefined ? null : (databaseIds.get(file.database_uuid) ?? null),
      }
      if (existingId !== null) {
        await tx
          .updateTable('saved_queries')
          .set({ ...values, ...changedNow(deps, caller) })
          .where('id', '=', existingId)
          .execute()
      } else {
        await tx
          .insertInto('saved_queries')
          .values({ ...values, uuid: file.uuid, user_id: caller.id, ...createdNow(deps, caller) } as never)
          .execute()
      }
    }
  })
}
