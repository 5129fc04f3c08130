import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { makeDataFolder, startServer, type RunningServer } from './server.ts'

export const password = 'journey-password-1'

/** Made once by global-setup.ts: a data folder with the examples in it, copied for every worker. */
export const templateFolder = join(tmpdir(), `sightline-e2e-template-${process.env['SIGHTLINE_E2E_RUN'] ?? 'local'}`)

export async function signIn(page: Page, address: string, username = 'admin', secret = password): Promise<void> {
  await page.goto(`${address}/login/`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

interface WorkerFixtures {
  /** A server of this worker's own, with the examples loaded and `admin` having a password. */
  server: RunningServer
}

/** `page` is signed in as admin on the worker's server; paths are relative to it. */
export const test = base.extend<object, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const data = makeDataFolder()
      if (existsSync(templateFolder)) cpSync(templateFolder, data.path, { recursive: true })
      else mkdirSync(data.path, { recursive: true })
      const server = await startServer({ data: data.path, env: { SIGHTLINE_ADMIN_PASSWORD: password } })
      await use(server)
      await server.stop()
      data.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page, server }, use) => {
    await signIn(page, server.address)
    await use(page)
  },
})

export { expect } from '@playwright/test'
