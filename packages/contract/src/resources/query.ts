import { readEndpoints } from '../resource.ts'

/** The history of the SQL editor: read only. Stopping a query and asking what changed belong to the editor. */
export const queryEndpoints = readEndpoints({ resource: 'query', view: 'Query', things: 'queries that were run' })
