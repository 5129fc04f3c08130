import { fileURLToPath } from 'node:url'

/** The engine as the server's build bundles it; the test command builds it before the suites run. */
export const engineProgram = (): string => fileURLToPath(new URL('../../server/dist/duckdb-engine.js', import.meta.url))
