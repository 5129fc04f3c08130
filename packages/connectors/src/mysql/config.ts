import { z } from 'zod'

/** As the server's own client names them. */
export const sslModes = ['DISABLED', 'PREFERRED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const

export const mysqlConfig = z.object({
  host: z.string().min(1).meta({ title: 'Host', description: 'Hostname or IP address' }),
  port: z.number().int().min(0).max(65_535).default(3306).meta({ title: 'Port', description: 'Database port' }),
  database: z.string().meta({ title: 'Database name' }),
  username: z.string().min(1).meta({ title: 'Username' }),
  password: z.string().nullish().meta({ title: 'Password' }),
  query: z.record(z.string(), z.string()).optional().meta({ title: 'Additional Parameters' }),
  encryption: z.boolean().optional().meta({ title: 'SSL', description: 'Use an encrypted connection to the database' }),
})

export type MysqlConfig = z.infer<typeof mysqlConfig>
