import { z } from 'zod'

export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

export const postgresConfig = z.object({
  host: z.string().min(1).meta({ title: 'Host', description: 'Hostname or IP address' }),
  port: z.number().int().min(0).max(65_535).default(5432).meta({ title: 'Port', description: 'Database port' }),
  database: z.string().min(1).meta({ title: 'Database name' }),
  username: z.string().min(1).meta({ title: 'Username' }),
  password: z.string().nullish().meta({ title: 'Password' }),
  query: z.record(z.string(), z.string()).optional().meta({ title: 'Additional Parameters' }),
  encryption: z.boolean().optional().meta({ title: 'SSL', description: 'Use an encrypted connection to the database' }),
})

export type PostgresConfig = z.infer<typeof postgresConfig>
