// The other command: everything there is to test, in an empty clone, with real services. `npm test -- unit browser` runs the named suites only.
import { openClients } from './clients.mjs'
import { build, checkNode, install } from './prepare.mjs'
import { findServices, startMariadb, startPostgres, startRedis } from './services.mjs'
import { runSuite } from './run-suite.mjs'
import { suites } from './suites.mjs'
import { startTrino } from './trino.mjs'

checkNode()
install({ dev: true })
build()

const wanted = process.argv.slice(2)
const isCi = Boolean(process.env.CI)
const chosen = suites.filter(({ name, onlyInCi }) => (wanted.length === 0 ? isCi || !onlyInCi : wanted.some((word) => name.startsWith(word))))
const servicesOf = ({ needs = [], uses = [], inCi = [] }) => [...needs, ...uses, ...(isCi ? inCi : [])]
const found = findServices([...new Set(chosen.flatMap(servicesOf))])
const missing = Object.keys(found).filter((name) => !found[name])
if (missing.length) console.log(`Not found and not installable here: ${missing.join(', ')}`)

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
/** Started when the first suite wants it, stopped after the last one that does. */
const starters = { postgres: startPostgres, mariadb: startMariadb, redis: startRedis, trino: () => startTrino(), clients: openClients }
const variables = {
  postgres: 'SIGHTLINE_TEST_PG',
  mariadb: 'SIGHTLINE_TEST_MYSQL',
  redis: 'SIGHTLINE_TEST_REDIS',
  trino: 'SIGHTLINE_TEST_TRINO',
  clients: 'SIGHTLINE_TEST_CLIENTS',
}
const running = {}
const start = async (name) => (running[name] ??= await starters[name](found[name]))
const stop = async (names) => {
  for (const name of names) {
    const service = running[name]
    delete running[name]
    await service?.stop()
  }
}

try {
  for (const [place, suite] of chosen.entries()) {
    const lacks = (suite.needs ?? []).filter((name) => !found[name])
    if (lacks.length) {
      console.log(`\n── ${suite.name}: skipped, needs ${lacks.join(' and ')}`)
      lines.push(`${suite.name}: skipped, needs ${lacks.join(' and ')}`)
      total[isCi ? 'failed' : 'skipped'] += 1
      continue
    }
    console.log(`\n── ${suite.name}`)
    const left = servicesOf(suite).filter((name) => !found[name])
    if (left.length) {
      console.log(`left out: what needs ${left.join(' and ')}`)
      if (isCi) total.failed += 1
    }
    const begun = Date.now()
    const env = {
      ...(suite.needs?.includes('chromium') ? { CHROMIUM: found.chromium } : {}),
      ...(servicesOf(suite).includes('sshd') && found.sshd ? { SIGHTLINE_TEST_SSHD: found.sshd } : {}),
    }
    try {
      for (const name of servicesOf(suite)) {
        if (starters[name] && found[name]) env[variables[name]] = (await start(name)).address
      }
    } catch (error) {
      // What one suite needs must not take the others along.
      console.error(error)
      lines.push(`${suite.name}: not run, ${error.message}`)
      total.failed += 1
      continue
    }
    if (suite.store === 'postgres') env.SIGHTLINE_TEST_STORE = running.postgres.address
    const outcome = await runSuite(suite, env)
    for (const key of Object.keys(total)) total[key] += outcome[key] ?? 0
    const missed = left.length ? `, without ${left.join(' and ')}` : ''
    lines.push(`${suite.name}: ${outcome.passed} passed, ${outcome.failed} failed${missed} (${Math.round((Date.now() - begun) / 1000)} s)`)
    const later = new Set(chosen.slice(place + 1).flatMap(servicesOf))
    await stop(Object.keys(running).filter((name) => !later.has(name)))
  }
} finally {
  await stop(Object.keys(running))
}
console.log(`\n${lines.join('\n')}\n`)
if (isCi && total.skipped) {
  console.log(`${total.skipped} skipped: in CI nothing may be`)
  total.failed += 1
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)
