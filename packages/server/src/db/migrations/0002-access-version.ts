import { sql, type Kysely } from 'kysely'
import type { Store } from '../store.ts'

/**
 * What roles hold is kept in memory by every server process. The store counts each change of it, whoever makes it and from where,
 * so that a process notices with the query it makes for each request anyway.
 */
export async function up(db: Kysely<unknown>, store: Store): Promise<void> {
  await sql`insert into settings (name, value) values ('access_version', '0')`.execute(db)
  if (store === 'postgres') {
    await sql`create function count_access_change() returns trigger language plpgsql as $$
      begin
        update settings set value = (value::bigint + 1)::text where name = 'access_version';
        return null;
      end $$`.execute(db)
    await sql`create trigger role_permissions_counted after insert or update or delete on role_permissions
      for each statement execute function count_access_change()`.execute(db)
    await sql`create trigger permissions_counted after update on permissions
      for each statement execute function count_access_change()`.execute(db)
    return
  }
  const count = sql.raw(`update settings set value = cast(value as integer) + 1 where name = 'access_version';`)
  for (const event of ['insert', 'update', 'delete']) {
    await sql`create trigger ${sql.ref(`role_permissions_${event}_counted`)} after ${sql.raw(event)} on role_permissions begin ${count} end`.execute(db)
  }
  await sql`create trigger permissions_update_counted after update on permissions begin ${count} end`.execute(db)
}
