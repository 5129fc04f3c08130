import { rmSync } from 'node:fs'
import { password, templateFolder } from './fixtures.ts'
import { startServer } from './server.ts'

/** Loads the examples once; every worker starts from a copy. */
// oxlint-disable-next-line import/no-default-export
export default async function prepare(): Promise<() => void> {
  rmSync(templateFolder, { recursive: true, force: true })
  const server = await startServer({ data: templateFolder, env: { SIGHTLINE_ADMIN_PASSWORD: password }, timeoutMs: 180_000 })
  await server.stop()
  return () => rmSync(templateFolder, { recursive: true, force: true })
}
