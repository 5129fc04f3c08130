import { z } from 'zod'
import { serverFields } from '../server-fields.ts'

const { host, port, ...account } = serverFields(8443, { port: 'Port of the HTTP interface' })

export const clickhouseConfig = z.object({ host, port, database: z.string().min(1).meta({ title: 'Database name' }), ...account })

export type ClickhouseConfig = z.infer<typeof clickhouseConfig>
