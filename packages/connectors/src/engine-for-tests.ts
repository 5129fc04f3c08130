import { fileURLToPath } from 'node:url'

/** The engines as the server's build bundles them; the test command builds them before the suites run. */
export const engineProgram = (name: 'duckdb-engine' | 'sqlite-engine'): string => fileURLToPath(new URL(`../../server/dist/${name}.js`, import.meta.url))
