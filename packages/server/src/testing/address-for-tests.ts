import { expect, test } from 'vitest'

export type TestVariable = 'SIGHTLINE_TEST_PG' | 'SIGHTLINE_TEST_MYSQL' | 'SIGHTLINE_TEST_REDIS'

/** The address of a server that tests need. Where there is none they are left out and say so; with `CI` set that is a failure. */
export function addressForTests(variable: TestVariable, what: string): string | undefined {
  const address = process.env[variable]
  if (address) return address
  if (process.env['CI']) test(`${what} can be tested`, () => expect.fail(`${variable} is not set`))
  else process.stdout.write(`skipped: ${what}, ${variable} is not set\n`)
  return undefined
}
