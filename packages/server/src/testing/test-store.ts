import { join } from 'node:path'
import pg from 'pg'

/** An empty metadata store of its own for a test file: a file in `folder`, or a new database on the server of `SIGHTLINE_TEST_STORE`. */
export async function makeTestStore(folder: string): Promise<{ readonly address: string; drop(): Promise<void> }> {
  const server = process.env['SIGHTLINE_TEST_STORE']
  if (!server) return { address: join(folder, 'metadata.db'), drop: async () => {} }
  const name = `sightline_${crypto.randomUUID().replaceAll('-', '')}`
  await run(server, `create database ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  return { address: address.href, drop: () => run(server, `drop database if exists ${name} with (force)`) }
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
