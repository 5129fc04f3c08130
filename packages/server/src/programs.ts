import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Program = 'cli' | 'duckdb-engine' | 'sqlite-engine' | 'template-worker' | 'draw-worker' | 'frame-worker' | 'file-reader' | 'yaml-worker'

/** Where a built program lies: beside this file once bundled, in `dist` when tests run the sources. */
export function programPath(name: Program): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return import.meta.url.endsWith('.ts') ? join(here, '..', 'dist', `${name}.js`) : join(here, `${name}.js`)
}
