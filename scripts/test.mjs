// The other command: everything there is to test, in an empty clone, with real services. `npm test -- unit browser` runs the named suites only.
import { build, checkNode, install } from './prepare.mjs'
import { findServices, startPostgres } from './services.mjs'
import { runSuite } from './run-suite.mjs'
import { suites } from './suites.mjs'

checkNode()
install({ dev: true })
build()

const wanted = process.argv.slice(2)
const chosen = suites.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))
const isCi = Boolean(process.env.CI)
const found = chosen.some(({ needs }) => needs) ? findServices() : {}
const missing = Object.keys(found).filter((name) => !found[name])
if (missing.length) console.log(`Not found and not installable here: ${missing.join(', ')}`)

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
const postgres = found.postgres && chosen.some(({ needs }) => needs?.includes('postgres')) ? await startPostgres(found.postgres) : undefined
try {
  for (const suite of chosen) {
    const lacks = (suite.needs ?? []).filter((name) => !found[name])
    if (lacks.length) {
      console.log(`\n── ${suite.name}: skipped, needs ${lacks.join(' and ')}`)
      lines.push(`${suite.name}: skipped, needs ${lacks.join(' and ')}`)
      total[isCi ? 'failed' : 'skipped'] += 1
      continue
    }
    console.log(`\n── ${suite.name}`)
    const begun = Date.now()
    const env = {
      ...(postgres ? { SIGHTLINE_TEST_PG: postgres.address } : {}),
      ...(suite.store === 'postgres' ? { SIGHTLINE_TEST_STORE: postgres.address } : {}),
      ...(found.chromium ? { CHROMIUM: found.chromium } : {}),
    }
    const outcome = await runSuite(suite, env)
    for (const key of Object.keys(total)) total[key] += outcome[key] ?? 0
    lines.push(`${suite.name}: ${outcome.passed} passed, ${outcome.failed} failed (${Math.round((Date.now() - begun) / 1000)} s)`)
  }
} finally {
  await postgres?.stop()
}
console.log(`\n${lines.join('\n')}\n`)
if (isCi && total.skipped) {
  console.log(`${total.skipped} skipped: in CI nothing may be`)
  total.failed += 1
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)
