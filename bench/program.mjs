// Starts the built program for a measurement and tells what the operating system says about it.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const password = 'bench-password-1'

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

export async function startProgram({ data, folder = root, command = [process.execPath, 'packages/server/dist/cli.js', 'serve'], env = {} }) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(command[0], command.slice(1), {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), SIGHTLINE_DATA: data, SIGHTLINE_ADMIN_PASSWORD: password, ...env },
  })
  for (;;) {
    if (
      await fetch(`${base}/health`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break
    if (child.exitCode !== null) throw new Error('the program ended before it answered')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - begun) / 1000
  const stop = () =>
    new Promise((resolve) => {
      child.on('exit', resolve)
      process.kill(-child.pid, 'SIGTERM')
    })
  return { base, pid: child.pid, seconds, stop }
}

const linesOf = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Resident megabytes of one process. */
export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(linesOf(pid, 'status'))?.[1] ?? 0) / 1024

export const childrenOf = (pid) => linesOf(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)

/** Processor seconds used so far by one process, all threads. */
export const cpuSeconds = (pid) => {
  const fields = linesOf(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']).toString())

/** A signed-in caller over the REST interface. */
export async function signIn(base, username = 'admin') {
  const { access_token: token } = await fetch(`${base}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, provider: 'db' }),
  }).then((reply) => reply.json())
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' }
  const csrf = await fetch(`${base}/api/v1/security/csrf_token/`, { headers })
  headers.cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  headers['x-csrftoken'] = (await csrf.json()).result
  const call = async (method, path, body) => {
    const reply = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    return reply.json()
  }
  return { headers, call }
}

/** A process that does nothing but watch its own event loop: what it is kept waiting by is the machine, and not what is measured. */
function startIdleProbe(file) {
  const child = spawn(process.execPath, ['--import', `${root}bench/stall-probe.mjs`, '-e', 'setInterval(() => undefined, 1e6)'], {
    stdio: 'ignore',
    env: { ...process.env, SIGHTLINE_STALL_FILE: file },
  })
  return { pid: child.pid, stop: () => child.kill('SIGKILL') }
}

/** The longest stalls since the last call: `all`, and `own` as far as the process worked meanwhile and was not kept waiting by the machine. */
async function readStall(pid, file) {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text !== '') return JSON.parse(text)
  }
}

/** Watches the event loop of a process that has the probe loaded, beside an idle process on the same machine. `row` tells what was seen since the last one. */
export async function watchStalls(pid, file) {
  const idleFile = `${file}-idle`
  const idle = startIdleProbe(idleFile)
  // Before its probe listens, the signal that asks it would end the process.
  while (!existsSync(idleFile)) await new Promise((resolve) => setTimeout(resolve, 50))
  const read = async () => ({ ...(await readStall(pid, file)), idle: (await readStall(idle.pid, idleFile)).all })
  return {
    reset: read,
    row: async (what) => {
      const stall = await read()
      const [own, all, alone] = [stall.own, stall.all, stall.idle].map((ms) => ms.toFixed(0))
      return {
        what: `longest event-loop stall ${what}`,
        value: `${own} ms of work (with waiting for the machine: ${all} ms; an idle process: ${alone} ms)`,
        goal: '≤ 50 ms',
        met: stall.own <= 50,
      }
    },
    stop: idle.stop,
  }
}
