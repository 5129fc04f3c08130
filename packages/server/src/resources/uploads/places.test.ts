import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressForTests } from '../../testing/address-for-tests.ts'
import { formOf } from '../../testing/upload-files.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** The conformance suite loads rows into every kind of database; here whole files go into a server and a file beside the embedded one. */
const places = [
  { name: 'PostgreSQL', address: addressForTests('SIGHTLINE_TEST_PG', 'files into PostgreSQL'), schema: 'public' },
  { name: 'SQLite', address: 'sqlite:///uploads-test.db', schema: null },
]
const text = 'id,name,day,seen_at,price,ok\n1,"Ada ""L"" 😀",1815-12-10,2026-01-01 10:00:00,1.5,true\n2,,,,,false\n'

for (const { name, address, schema } of places) {
  if (!address) continue
  test(`a file is loaded into ${name}, appended to and replaced`, async () => {
    const server = await openTestApp({ env: { SIGHTLINE_LOG_LEVEL: 'silent' } })
    try {
      // An empty file is an empty SQLite database.
      await writeFile(join(server.dataFolder, 'files', 'uploads-test.db'), '')
      const admin = await server.as('admin')
      const made = await admin('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: address, allow_file_upload: true, allow_dml: true })
      expect(made.status, made.text).toBe(201)
      const table = `upload_${crypto.randomUUID().slice(0, 8)}`
      const upload = (fields: Record<string, string>, bytes = text) => {
        const form = formOf({ type: 'csv', table_name: table, ...(schema ? { schema } : {}), ...fields }, { name: 'f.csv', bytes })
        return admin('POST', `/api/v1/database/${made.body.id}/upload/`, form.body, form.headers)
      }
      const run = async (sql: string) => {
        const reply = await admin('POST', '/api/v1/sqllab/execute/', { database_id: made.body.id, sql, ...(schema ? { schema } : {}) })
        expect(reply.status, reply.text).toBe(200)
        return reply.body.data
      }
      const first = await upload({})
      expect(first.status, first.text).toBe(201)
      expect((await upload({})).status).toBe(422)
      expect((await upload({ already_exists: 'append' })).status).toBe(201)
      expect(await run(`SELECT id, name, price FROM ${table} ORDER BY id`)).toEqual([
        { id: 1, name: 'Ada "L" 😀', price: 1.5 },
        { id: 1, name: 'Ada "L" 😀', price: 1.5 },
        { id: 2, name: null, price: null },
        { id: 2, name: null, price: null },
      ])
      // A row at the end that does not fit leaves the table as it was.
      const bad = await upload({ already_exists: 'replace', column_data_types: '{"id": "int64"}' }, `id,name\n${'1,x\n'.repeat(5000)}no,y\n`)
      expect(bad.status, bad.text).toBe(422)
      expect(await run(`SELECT count(*) AS n FROM ${table}`)).toEqual([{ n: 4 }])
      expect((await upload({ already_exists: 'replace' }, 'only\n7\n')).status).toBe(201)
      expect(await run(`SELECT * FROM ${table}`)).toEqual([{ only: 7 }])
      const [dataset] = (await admin('GET', `/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${table})))`)).body.result
      expect((await admin('GET', `/api/v1/dataset/${dataset.id}`)).body.result.columns.map(({ column_name }: { column_name: string }) => column_name)).toEqual([
        'only',
      ])
      await run(`DROP TABLE ${table}`)
    } finally {
      await server.close()
    }
  })
}
