import { z } from 'zod'

export const clickhouseConfig = z.object({
  host: z.string().min(1).meta({ title: 'Host', description: 'Hostname or IP address' }),
  port: z.number().int().min(0).max(65_535).default(8443).meta({ title: 'Port', description: 'Port of the HTTP interface' }),
  database: z.string().min(1).meta({ title: 'Database name' }),
  username: z.string().min(1).meta({ title: 'Username' }),
  password: z.string().nullish().meta({ title: 'Password' }),
  query: z.record(z.string(), z.string()).optional().meta({ title: 'Additional Parameters' }),
  encryption: z.boolean().optional().meta({ title: 'SSL', description: 'Use an encrypted connection to the database' }),
})

export type ClickhouseConfig = z.infer<typeof clickhouseConfig>
