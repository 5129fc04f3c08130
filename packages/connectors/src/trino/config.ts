import { z } from 'zod'

export const trinoConfig = z.object({
  host: z.string().min(1).meta({ title: 'Host', description: 'Hostname or IP address of the coordinator' }),
  port: z.number().int().min(0).max(65_535).default(8080).meta({ title: 'Port', description: 'Port of the coordinator' }),
  database: z.string().min(1).meta({ title: 'Catalog', description: 'Name of a catalog, or catalog/schema' }),
  username: z.string().min(1).meta({ title: 'Username' }),
  password: z.string().nullish().meta({ title: 'Password', description: 'Only over an encrypted connection' }),
  query: z.record(z.string(), z.string()).optional().meta({ title: 'Additional Parameters' }),
  encryption: z.boolean().optional().meta({ title: 'SSL', description: 'Use an encrypted connection to the database' }),
})

export type TrinoConfig = z.infer<typeof trinoConfig>

/** `catalog` or `catalog/schema`. */
export function placeIn(database: string): { readonly catalog: string; readonly schema: string | null } {
  const [catalog = '', ...rest] = database.split('/')
  const schema = rest.join('/')
  return { catalog, schema: schema === '' ? null : schema }
}
