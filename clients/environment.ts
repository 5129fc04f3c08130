import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

export interface Ran {
  readonly code: number
  /** Everything it printed, without the colours it prints on a terminal. */
  readonly said: string
}

/** One client's environment and an empty folder to run it in, as on the machine of somebody who has just installed it. */
export interface Environment {
  readonly folder: string
  readonly run: (program: string, args: readonly string[], more?: { readonly env?: Record<string, string>; readonly input?: string }) => Promise<Ran>
  /** A program of this folder, in the client's Python, which prints one JSON document. */
  readonly ask: <Answer>(name: string, args: readonly string[]) => Promise<Answer>
  readonly close: () => void
}

export interface Places {
  readonly clients: string
  readonly postgres: string
}

/** Where the clients and a PostgreSQL are. Where they are not the tests are left out and say so; with `CI` set that is a failure. */
export function findPlaces(): Places | undefined {
  const [clients, postgres] = [process.env['SIGHTLINE_TEST_CLIENTS'], process.env['SIGHTLINE_TEST_PG']]
  if (clients && postgres) return { clients, postgres }
  if (process.env['CI']) test('clients can be tested', () => expect.fail('SIGHTLINE_TEST_CLIENTS and SIGHTLINE_TEST_PG are not set'))
  else process.stdout.write('skipped: clients of the reference product, run `npm run test:clients`\n')
  return undefined
}

export function openEnvironment({ clients }: Places, name: string): Environment {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-client-'))
  const bin = join(clients, name, 'bin')
  const run: Environment['run'] = (program, args, { env = {}, input = '' } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(join(bin, program), args, {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
        // A wide terminal: words are looked for in what is printed, and would else be broken over lines.
        env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', COLUMNS: '400', NO_COLOR: '1', OAUTHLIB_INSECURE_TRANSPORT: '1', ...env },
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
      child.on('error', reject)
      child.on('close', (code) => resolve({ code: code ?? -1, said }))
      child.stdin.end(input)
    })
  return {
    folder,
    run,
    ask: async (program, args) => {
      const { code, said } = await run('python', [fileURLToPath(new URL(`programs/${program}.py`, import.meta.url)), ...args])
      if (code !== 0) throw new Error(`${program} ended with ${code}:\n${said}`)
      return JSON.parse(said)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
