import { existsSync, rmSync } from 'node:fs'
import { password, templateFolder } from './fixtures.ts'
import { startServer } from './server.ts'

/** Loads the examples once; every server of the suite starts from a copy. SIGHTLINE_E2E_KEEP=1 keeps them for the next run, for whoever writes journeys. */
// oxlint-disable-next-line import/no-default-export
export default async function prepare(): Promise<() => void> {
  const isKept = process.env['SIGHTLINE_E2E_KEEP'] === '1'
  const remove = (): void => rmSync(templateFolder, { recursive: true, force: true })
  if (!isKept) remove()
  if (!existsSync(templateFolder)) {
    const server = await startServer({ data: templateFolder, env: { SIGHTLINE_ADMIN_PASSWORD: password }, timeoutMs: 180_000 })
    await server.stop()
  }
  return isKept ? () => undefined : remove
}
