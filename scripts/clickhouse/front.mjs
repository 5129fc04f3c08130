// The HTTP interface of a ClickHouse server, as far as the connector uses it, in front of chdb, which is ClickHouse without a server.
// Arguments: folder that chdb is installed in, folder for data. Prints its port; ends when its standard input does.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [home, data] = process.argv.slice(2)
const { Session, version } = createRequire(join(home, 'package.json'))('chdb')

/** Parameters of a request that are not settings of the engine. */
const ownNames = new Set([
  'query_id',
  'database',
  'session_id',
  'session_timeout',
  'default_format',
  'wait_end_of_query',
  'cancel_http_readonly_queries_on_client_close',
])
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Sessions that a client named; others live as long as their request. */
const named = new Map()

/** What only reads leaves nothing behind in a session, so it needs none that lasts. */
const keyOf = (asked) => (asked.has('readonly') ? null : asked.get('session_id'))

function openSession(asked) {
  const id = keyOf(asked)
  const kept = id === null ? undefined : named.get(id)
  if (kept) return kept
  const settings = [...asked].filter(([name]) => !ownNames.has(name) && !name.startsWith('param_'))
  // chdb chooses the ids of its statements; ours stands in the comment of each.
  const all = [['log_comment', asked.get('query_id') ?? ''], ...settings]
  const session = new Session(data, { connectionArgs: all.map(([name, value]) => `--${name}=${value}`) })
  if (id !== null) named.set(id, session)
  return session
}

/** Values arrive as fields of a tab-separated line. */
const meanings = { t: '\t', n: '\n', r: '\r', 0: '\0', b: '\b', f: '\f' }
const valuesOf = (asked) =>
  Object.fromEntries(
    [...asked].filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value.replace(/\\(.)/gs, (_, c) => meanings[c] ?? c)]),
  )

const pieces = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`(?:[^`\\]|\\[^]|``)*`|--[^\n]*|\/\*[^]*?\*\/|[^]/g

/** A server takes one statement at a time; chdb would run them all. */
function hasSecondStatement(sql) {
  let isAfter = false
  for (const [piece] of sql.matchAll(pieces)) {
    if (isAfter && !/^(\s|--|\/\*|;)/.test(piece)) return true
    if (piece === ';') isAfter = true
  }
  return false
}

const withoutHead = (bytes) => bytes.subarray(bytes.indexOf(10, bytes.indexOf(10) + 1) + 1)

async function answer(request, response) {
  const { pathname, searchParams: asked } = new URL(request.url, 'http://front')
  if (pathname === '/ping') return response.end('Ok.\n')
  let sql = ''
  request.setEncoding('utf8')
  for await (const chunk of request) sql += chunk
  if (hasSecondStatement(sql))
    return refuse(response, 'Code: 62. DB::Exception: Syntax error (Multi-statements are not allowed): failed at position 1 (;). (SYNTAX_ERROR)')
  sql = sql.replace(/^KILL QUERY WHERE query_id = ('[\w-]+')/, `KILL QUERY WHERE Settings['log_comment'] = $1`)
  let session
  try {
    session = openSession(asked)
    if (asked.has('database')) await session.queryAsync(`USE \`${asked.get('database').replaceAll('\\', '\\\\').replaceAll('`', '``')}\``)
    if (keyOf(asked) !== null) await session.queryAsync(`SET log_comment = ${quoted(asked.get('query_id') ?? '')}`)
    const format = asked.get('default_format') ?? 'TabSeparated'
    // Only statements that begin like this are streamed by chdb.
    if (asked.has('readonly') && /^\s*(SELECT|WITH)\b/i.test(sql)) await stream(session, sql, valuesOf(asked), format, response)
    else response.end(Buffer.from((await session.queryBindAsync(sql, valuesOf(asked), { format })).bytes()))
  } catch (error) {
    refuse(response, error.message)
  } finally {
    if (session && keyOf(asked) === null) session.close()
  }
}

const roomIn = (response) =>
  new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.on('drain', go).on('close', go)
  })

/** Every piece of chdb begins with names and types again; a server says them once. */
async function stream(session, sql, values, format, response) {
  const rows = session.queryStreamBind(sql, values, { format })
  const leave = () => rows.cancel()
  response.once('close', leave)
  let isFirst = true
  for await (const chunk of rows) {
    if (response.destroyed) return
    const bytes = Buffer.from(chunk.raw())
    if (!response.write(isFirst ? bytes : withoutHead(bytes))) await roomIn(response)
    isFirst = false
  }
  response.off('close', leave)
  // No piece at all: no rows, but perhaps columns.
  if (isFirst) response.write(Buffer.from((await session.queryBindAsync(sql, values, { format })).bytes()))
  response.end()
}

function refuse(response, message) {
  if (response.destroyed) return
  if (!response.headersSent) response.statusCode = 500
  response.end(`${message}\n`)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => refuse(response, error.message))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port, version: version() })}\n`))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
