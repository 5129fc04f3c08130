import type { Connector } from './connector.ts'

/** One line per database. */
export const connectors: readonly Connector<any>[] = []
