import { z } from 'zod'

/** The fields that the forms of all servers have; what the database is called there is each one's own. */
export const serverFields = (standardPort: number, means: { readonly host?: string; readonly port?: string; readonly password?: string } = {}) => ({
  host: z
    .string()
    .min(1)
    .meta({ title: 'Host', description: means.host ?? 'Hostname or IP address' }),
  port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(standardPort)
    .meta({ title: 'Port', description: means.port ?? 'Database port' }),
  username: z.string().min(1).meta({ title: 'Username' }),
  password: z
    .string()
    .nullish()
    .meta({ title: 'Password', ...(means.password ? { description: means.password } : {}) }),
  query: z.record(z.string(), z.string()).optional().meta({ title: 'Additional Parameters' }),
  encryption: z.boolean().optional().meta({ title: 'SSL', description: 'Use an encrypted connection to the database' }),
})
