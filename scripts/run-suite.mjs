// Runs one suite of suites.mjs and tells how many tests passed and failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './prepare.mjs'

export async function runSuite(suite, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-report-'))
  const report = join(folder, 'report.json')
  const [command, ...args] = suite.command
  const reporting =
    { vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`], playwright: ['--reporter=list,json'] }[suite.counts] ?? []
  const status = await new Promise((resolve) => {
    const child = spawn(command === 'node' ? process.execPath : command, [...args, ...reporting], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
      shell: process.platform === 'win32',
    })
    child.on('error', () => resolve(127))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  const counted =
    suite.counts && existsSync(report)
      ? readReport(suite.counts, JSON.parse(readFileSync(report, 'utf8')))
      : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 }
  rmSync(folder, { recursive: true, force: true })
  // A runner that ends badly without a failed test (a crash, an unhandled rejection, no test found) is a failure all the same.
  const failed = status !== 0 && counted.failed === 0 ? 1 : counted.failed
  const empty = suite.counts && status === 0 && counted.passed === 0
  return { passed: counted.passed, failed: empty ? 1 : failed, skipped: counted.skipped ?? 0 }
}

function readReport(kind, report) {
  if (kind === 'vitest')
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
      skipped: report.numPendingTests,
    }
  return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected, skipped: report.stats.skipped }
}
