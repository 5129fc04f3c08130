import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createUser } from '../people/create-user.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Where the recorded answers lie. */
export const goldens = fileURLToPath(new URL('../../../../goldens', import.meta.url))
export const readGolden = <Value>(name: string): Value => JSON.parse(readFileSync(join(goldens, name), 'utf8')) as Value

export interface GoldenServer {
  readonly app: TestApp
  readonly base: string
  /** The database with the recorded tables. */
  readonly uri: string
  close(): Promise<void>
}

/** A listening server with the people of the recordings, beside a database with their tables on the given PostgreSQL. */
export async function openGoldenServer(server: string): Promise<GoldenServer> {
  const database = `golden_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${database}`)
  const uri = new URL(server)
  uri.protocol = 'postgresql:'
  uri.pathname = `/${database}`
  const { load } = (await import(join(goldens, 'replay.mjs'))) as { readonly load: (uri: string, schema: string) => void }
  load(uri.href, 'public')
  // The answers were recorded on tables with statistics; the plan, and with it the order of rows nobody asked for, depends on them.
  await onServer(uri.href, 'analyze')
  const app = await openTestApp()
  await app.deps.db.updateTable('users').set({ first_name: 'A', last_name: 'B' }).where('username', '=', 'admin').execute()
  for (const [name, ...roles] of [
    ['alpha', 'Alpha'],
    ['gamma', 'Gamma'],
    ['sql', 'Gamma', 'sql_lab'],
  ] as const) {
    await createUser(app.deps, {
      username: `golden_${name}`,
      firstName: 'Golden',
      lastName: name[0]!.toUpperCase() + name.slice(1),
      email: `golden_${name}@example.test`,
      password: 'golden-password-1',
      roles,
    })
  }
  return {
    app,
    base: await app.app.listen({ host: '127.0.0.1', port: 0 }),
    uri: uri.href,
    close: async () => {
      await app.close()
      await onServer(server, `drop database if exists ${database} with (force)`)
    },
  }
}

async function onServer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
