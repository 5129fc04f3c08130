import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

const nobody = { created_by_id: null, changed_by_id: null }
const made = ({ now }: Pick<Deps, 'now'>) => ({ ...nobody, created_on: momentOf(now()), changed_on: momentOf(now()) })

/** Registers a database that allows everything, without asking it anything: the file of an embedded engine is made by its first statement. */
export async function storeDatabase(
  deps: Pick<Deps, 'db' | 'now'>,
  database: { readonly name: string; readonly uri: string; readonly mayChange?: boolean; readonly mayRunAsync?: boolean },
): Promise<number> {
  const { name, uri, mayChange = true, mayRunAsync = false } = database
  const { id } = await deps.db
    .insertInto('databases')
    .values({
      uuid: crypto.randomUUID(),
      database_name: name,
      uri,
      configuration_method: 'sqlalchemy_form',
      expose_in_sqllab: true,
      allow_run_async: mayRunAsync,
      allow_file_upload: false,
      allow_ctas: mayChange,
      allow_cvas: mayChange,
      allow_dml: mayChange,
      impersonate_user: false,
      is_managed_externally: false,
      password: null,
      cache_timeout: null,
      force_ctas_schema: null,
      encrypted_extra: null,
      server_cert: null,
      external_url: null,
      extra: '{}',
      ...made(deps),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Binds the people of a role to the rows of a dataset that fit a clause. */
export async function storeRule(
  deps: Pick<Deps, 'db' | 'now'>,
  rule: { readonly datasetId: number; readonly role: string; readonly clause: string },
): Promise<void> {
  const { db } = deps
  const role = await db.selectFrom('roles').select('id').where('name', '=', rule.role).executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('row_rules')
    .values({ name: `rule ${rule.datasetId}`, description: null, filter_type: 'Regular', group_key: null, clause: rule.clause, ...made(deps) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('row_rule_datasets').values({ row_rule_id: id, dataset_id: rule.datasetId }).execute()
  await db.insertInto('row_rule_roles').values({ row_rule_id: id, role_id: role.id }).execute()
}
