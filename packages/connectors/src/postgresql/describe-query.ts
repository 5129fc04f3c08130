import type { Client } from 'pg'
import type { Field } from './types.ts'

interface Wire {
  parse(query: { text: string; name: string; types: number[] }, more?: boolean): void
  describe(what: { type: 'S'; name: string }, more?: boolean): void
  sync(): void
}

/** Asks the server to parse a statement and tell its columns, without running it. */
export function describeQuery(client: Client, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = []
    let failure: Error | null = null
    client.query({
      submit(wire: unknown) {
        const connection = wire as Wire
        connection.parse({ text, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { readonly fields: readonly Field[] }) {
        fields = message.fields
      },
      handleError(error: Error) {
        failure = error
        // Within the extended protocol the sync above already asks for the end; a lost connection sends none.
        reject(error)
      },
      handleReadyForQuery() {
        if (failure) reject(failure)
        else resolve(fields)
      },
      handleDataRow() {},
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handlePortalSuspended() {},
      handleCopyInResponse() {},
      handleCopyData() {},
    } as never)
  })
}
