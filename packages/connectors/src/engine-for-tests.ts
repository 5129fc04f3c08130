import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Bundles the engine's program from the sources under test, as the server's build does. */
export async function buildEngine(): Promise<string> {
  const file = fileURLToPath(new URL('../dist/duckdb-engine-for-tests.js', import.meta.url))
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: fileURLToPath(new URL('duckdb/engine.ts', import.meta.url)),
    platform: 'node',
    external: (id) => !/^[./]|^@sightline\//.test(id),
    logLevel: 'silent',
  })
  // Renamed into place, so that suites running side by side never read half a file.
  const fresh = `${file}.${process.pid}.js`
  await bundle.write({ file: fresh, format: 'esm' })
  await bundle.close()
  await rename(fresh, file)
  return file
}
