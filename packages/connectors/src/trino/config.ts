import { z } from 'zod'
import { serverFields } from '../server-fields.ts'

const { host, port, ...account } = serverFields(8080, {
  host: 'Hostname or IP address of the coordinator',
  port: 'Port of the coordinator',
  password: 'Only over an encrypted connection',
})

export const trinoConfig = z.object({
  host,
  port,
  database: z.string().min(1).meta({ title: 'Catalog', description: 'Name of a catalog, or catalog/schema' }),
  ...account,
})

export type TrinoConfig = z.infer<typeof trinoConfig>

/** `catalog` or `catalog/schema`. */
export function placeIn(database: string): { readonly catalog: string; readonly schema: string | null } {
  const [catalog = '', ...rest] = database.split('/')
  const schema = rest.join('/')
  return { catalog, schema: schema === '' ? null : schema }
}
