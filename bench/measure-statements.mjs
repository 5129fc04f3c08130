// How long the reading of SQL text holds the one thread of the server, per step and dialect, for long scripts and for texts made to be slow.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { root } from './program.mjs'

/** The reading itself as the server is built with it. */
async function loadCore() {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-statements-'))
  const file = join(folder, 'core.mjs')
  try {
    await build({ input: `${root}packages/core/src/index.ts`, platform: 'node', logLevel: 'silent', output: { file, format: 'esm' } })
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const dialects = ['postgresql', 'mysql', 'sqlite', 'duckdb', 'clickhouse', 'trino']
const repeat = (length, piece) => {
  let text = ''
  for (let n = 0; text.length < length; n++) text += piece(n)
  return text
}

/** Texts of a length: what people write, and what makes a careless reader slow. */
const texts = {
  'one long statement': (length) => `SELECT a FROM t WHERE ${repeat(length, (n) => `a${n} = 'x${n}' OR\n `)} 1 = 1`,
  'many statements': (length) => repeat(length, (n) => `SELECT a, b, count(*) FROM t${n} WHERE a = ${n};\n`),
  'many names in WITH': (length) =>
    `WITH ${repeat(length, (n) => `${n ? ', ' : ''}w${n} AS (SELECT a FROM t${n} x JOIN u y ON x.a = y.a)\n`)} SELECT * FROM w0`,
  'recursive names in WITH': (length) =>
    `WITH RECURSIVE ${repeat(length, (n) => `${n ? ', ' : ''}w${n} AS (SELECT 1 AS a UNION ALL SELECT a FROM w${n} WHERE a < 3)\n`)} SELECT * FROM w0`,
  'deep parentheses': (length) => `SELECT ${'('.repeat(length / 2)}1${')'.repeat(length / 2)}`,
  'deep queries': (length) => {
    const depth = Math.floor(length / 30)
    return `${'SELECT * FROM (WITH w AS (SELECT 1) '.repeat(depth / 2)}SELECT 1${') x'.repeat(depth / 2)}`
  },
  'a list of values': (length) => `SELECT a FROM t WHERE a IN (${repeat(length, (n) => `${n}, `)}0)`,
  'columns of WITH that never end': (length) => `WITH ${repeat(length, (n) => `, w${n} (`)}`,
  'names after WITH': (length) => `WITH a AS (SELECT 1) ${repeat(length, (n) => `, (a) , b${n} (`)}`,
}

/** Milliseconds per step, and of the whole way that a text of the editor takes. */
function timeSteps({ forbiddenNames, kindOfStatement, limitRows, readTables, splitStatements }, text, dialectId) {
  const took = {}
  const time = (name, work) => {
    // The time of the processor: what else runs on the machine does not count.
    const begun = process.cpuUsage()
    const answer = work()
    took[name] = process.cpuUsage(begun).user / 1000
    return answer
  }
  const statements = time('split', () => splitStatements(text, dialectId)) ?? []
  time('forbidden', () => statements.forEach(forbiddenNames))
  time('kinds', () => statements.forEach(kindOfStatement))
  time('tables', () => statements.forEach(readTables))
  time('limit', () => statements.forEach((statement, place) => limitRows(statement, 1001, place === statements.length - 1 ? 'replace' : 'lower')))
  return took
}

export async function measureStatements() {
  const core = await loadCore()
  const rows = []
  for (const [name, make] of Object.entries(texts)) {
    let worst = { step: '', milliseconds: 0, dialectId: '' }
    for (const dialectId of dialects) {
      const text = make(200_000)
      timeSteps(core, text, dialectId)
      const runs = Array.from({ length: 3 }, () => timeSteps(core, text, dialectId))
      for (const step of Object.keys(runs[0])) {
        const milliseconds = Math.min(...runs.map((took) => took[step]))
        if (milliseconds > worst.milliseconds) worst = { step, milliseconds, dialectId }
      }
    }
    rows.push({
      what: `reading SQL text of 200 KB, ${name}: the longest step (${worst.step}, ${worst.dialectId})`,
      value: `${worst.milliseconds.toFixed(0)} ms`,
      goal: '≤ 50 ms',
      met: worst.milliseconds <= 50,
    })
  }
  return rows
}
