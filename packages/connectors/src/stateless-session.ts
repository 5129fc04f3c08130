import { ok } from '@sightline/core'
import type { Driver, Session, SessionOptions } from './connector.ts'

/** A session for databases that keep nothing between two statements: every statement stands alone and what it wrote stays. */
export const statelessSession = (stream: Driver['stream'], options: SessionOptions): Session => ({
  stream: (statement, more) => stream(statement, { ...options, ...more }),
  commit: async () => ok(undefined),
  close: async () => undefined,
})
