// Fifty people run small queries one after the other while five run heavy ones: is any lost, does any fail, and how long does each kind take?
// `npm run bench -- users` takes a minute; SIGHTLINE_BENCH_SECONDS makes it shorter.
import Libsql from 'libsql'
import { join } from 'node:path'
import { signIn } from './program.mjs'

const smallUsers = 50
const heavyUsers = 5
const seconds = Number(process.env.SIGHTLINE_BENCH_SECONDS ?? 60)

/** Copies of the administrator, with its password: the queues are fair between people, so there have to be some. */
function addPeople(data, names) {
  const store = new Libsql(join(data, 'metadata.db'))
  store.pragma('busy_timeout = 5000')
  const columns = store
    .prepare('select name from pragma_table_info(?)')
    .all('users')
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
  const own = (name) => (name === 'username' ? '?' : name === 'email' ? "? || '@bench.test'" : name)
  for (const name of names) {
    store.prepare(`insert into users (${columns.join(', ')}) select ${columns.map(own).join(', ')} from users where username = 'admin'`).run(name, name)
    store
      .prepare(
        "insert into user_roles (user_id, role_id) select new.id, role_id from users new, users admin join user_roles on user_id = admin.id where new.username = ? and admin.username = 'admin'",
      )
      .run(name)
  }
  store.close()
}

const quantile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

export async function measureUsers(base, data, { call }, databases) {
  const names = Array.from({ length: smallUsers + heavyUsers }, (_, index) => `bench${index}`)
  addPeople(data, names)
  const people = []
  for (const name of names) people.push(await signIn(base, name))
  const groups = { 'small, the page waits': [], 'heavy, the page waits': [], 'heavy, in the background': [] }
  const errors = []
  let sent = 0
  const end = performance.now() + seconds * 1000
  const again = async (one) => {
    while (performance.now() < end) {
      try {
        await one()
      } catch (error) {
        errors.push(error.message)
      }
    }
  }
  const clientId = () => `b${(sent++).toString(36)}`
  const wait = async (person, database, sql, group) => {
    const begun = performance.now()
    const reply = await person.call('POST', '/api/v1/sqllab/execute/', { client_id: clientId(), database_id: database.id, sql })
    if (reply.status !== 'success' || reply.data.length === 0) throw new Error(`a query answered ${reply.status}`)
    groups[group].push(performance.now() - begun)
  }
  const inBackground = async (person, database, sql) => {
    const begun = performance.now()
    const since = Date.now() - 1000
    const { query } = await person.call('POST', '/api/v1/sqllab/execute/', { client_id: clientId(), database_id: database.id, sql, runAsync: true })
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const { result } = await person.call('GET', `/api/v1/query/updated_since?q=(last_updated_ms:${since})`)
      const state = result.find(({ id }) => id === query.id)?.state
      if (state === 'success') break
      if (state !== 'pending' && state !== 'running') throw new Error(`a background query is ${state}`)
    }
    groups['heavy, in the background'].push(performance.now() - begun)
  }
  await Promise.all(
    people.map((person, index) => {
      const database = databases[index % databases.length]
      if (index < smallUsers) return again(() => wait(person, database, database.small(index), 'small, the page waits'))
      if (index % 2 === 0) return again(() => wait(person, database, database.heavy, 'heavy, the page waits'))
      return again(() => inBackground(person, database, database.heavy))
    }),
  )
  const countOf = async (state) => (await call('GET', `/api/v1/query/?q=(filters:!((col:status,opr:eq,value:${state})),page_size:1)`)).count
  const [success, ...rest] = await Promise.all(['success', 'failed', 'timed_out', 'stopped', 'pending', 'running'].map(countOf))
  const counted = Object.values(groups).reduce((sum, times) => sum + times.length, 0)
  if (errors.length > 0) console.log([...new Set(errors)].slice(0, 5).join('\n'))
  return [
    ...Object.entries(groups).map(([what, times]) => ({
      what: `${what}: ${times.length} queries`,
      value: `p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`,
    })),
    {
      what: `${smallUsers} people with small and ${heavyUsers} with heavy queries for ${seconds} s`,
      value: `${sent} sent, ${counted} answered, ${errors.length} errors; the history has ${success} done, ${rest.reduce((sum, count) => sum + count, 0)} others`,
      goal: 'no error, none lost',
      met: errors.length === 0 && counted === sent && success >= sent && rest.every((count) => count === 0),
    },
  ]
}
