import { z } from 'zod'
import { serverFields } from '../server-fields.ts'

/** As the server's own client names them. */
export const sslModes = ['DISABLED', 'PREFERRED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const

const { host, port, ...account } = serverFields(3306)

export const mysqlConfig = z.object({ host, port, database: z.string().meta({ title: 'Database name' }), ...account })

export type MysqlConfig = z.infer<typeof mysqlConfig>
