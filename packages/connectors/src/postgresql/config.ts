import { z } from 'zod'
import { serverFields } from '../server-fields.ts'

export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

const { host, port, ...account } = serverFields(5432)

export const postgresConfig = z.object({ host, port, database: z.string().min(1).meta({ title: 'Database name' }), ...account })

export type PostgresConfig = z.infer<typeof postgresConfig>
