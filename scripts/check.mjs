// The part of the tests that needs neither databases nor a browser.
import { checkNode, install } from './prepare.mjs'
import { runSuite } from './run-suite.mjs'
import { suites } from './suites.mjs'

checkNode()
install({ dev: true })
let [passed, failed] = [0, 0]
for (const suite of suites.filter(({ check }) => check)) {
  console.log(`\n── ${suite.name}`)
  const outcome = await runSuite(suite)
  passed += outcome.passed
  failed += outcome.failed
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
