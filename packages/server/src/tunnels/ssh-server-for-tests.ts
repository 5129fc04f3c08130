import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Server, type Connection } from 'ssh2'

/** A real OpenSSH server on a folder of its own. It takes one key and no password: passwords of the system are not for tests. */
export interface Sshd {
  readonly port: number
  readonly username: string
  readonly privateKey: string
  /** The same key, locked with `keyPassword`. */
  readonly lockedKey: string
  readonly keyPassword: string
  /** As its own tools print it. */
  readonly hostKey: string
  stop(): Promise<void>
}

export const sshdProgram = (): string | undefined => [process.env['SIGHTLINE_TEST_SSHD'], '/usr/sbin/sshd'].find((path) => path && existsSync(path))

export async function startSshd(folder: string, options: { readonly port?: number; readonly hostKeyName?: string } = {}): Promise<Sshd> {
  const program = sshdProgram()
  if (!program) throw new Error('There is no sshd: set SIGHTLINE_TEST_SSHD')
  const hostKeyFile = join(folder, options.hostKeyName ?? 'host')
  const keyPassword = 'correct horse'
  const make = (file: string, password: string): void => {
    if (!existsSync(file)) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', password, '-f', file])
  }
  make(hostKeyFile, '')
  make(join(folder, 'user'), '')
  make(join(folder, 'locked'), keyPassword)
  const publicKeys = ['user.pub', 'locked.pub'].map((name) => readFileSync(join(folder, name), 'utf8'))
  writeFileSync(join(folder, 'authorized'), publicKeys.join(''), { mode: 0o600 })
  // Started by root it wants this folder, which the system makes when its own service starts.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true })
  const port = options.port ?? (await freePort())
  const settings = {
    Port: String(port),
    ListenAddress: '127.0.0.1',
    HostKey: hostKeyFile,
    AuthorizedKeysFile: join(folder, 'authorized'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    PermitRootLogin: 'yes',
    AllowTcpForwarding: 'yes',
    LogLevel: 'QUIET',
  }
  const file = join(folder, 'sshd_config')
  writeFileSync(
    file,
    Object.entries(settings)
      .map((pair) => pair.join(' '))
      .join('\n'),
  )
  const server = spawn(program, ['-D', '-f', file], { stdio: 'ignore', detached: true })
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (tries > 200 || server.exitCode !== null) throw new Error('sshd did not start')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  const [, hostKey] = execFileSync('ssh-keygen', ['-l', '-f', `${hostKeyFile}.pub`])
    .toString()
    .split(' ')
  return {
    port,
    username: userInfo().username,
    privateKey: readFileSync(join(folder, 'user'), 'utf8'),
    lockedKey: readFileSync(join(folder, 'locked'), 'utf8'),
    keyPassword,
    hostKey: hostKey!,
    stop: () => endGroup(server),
  }
}

/** With every connection it serves: those are processes of their own. */
async function endGroup(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  // Without children ps says so by its exit code.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
  const children = stdout.split('\n').map(Number).filter(Boolean)
  server.kill('SIGTERM')
  for (const child of children) process.kill(child, 'SIGTERM')
  await ended
}

/** An SSH server inside this process that knows one user and one password, and leads wherever it is asked to. */
export interface PasswordServer {
  readonly port: number
  readonly username: string
  readonly password: string
  /** Connections signed in so far. */
  readonly signedIn: () => number
  readonly cut: () => void
  close(): Promise<void>
}

export async function startPasswordServer(): Promise<PasswordServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const username = 'ann'
  const password = 'öpen "sesame"'
  const open = new Set<Connection>()
  let signedIn = 0
  const server = new Server({ hostKeys: [privateKey.export({ type: 'pkcs1', format: 'pem' })] }, (client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.on('close', () => open.delete(client))
    client.on('authentication', (attempt) =>
      attempt.method === 'password' && attempt.username === username && attempt.password === password ? attempt.accept() : attempt.reject(['password']),
    )
    client.on('ready', () => {
      signedIn++
      client.on('tcpip', (accept, reject, { destIP, destPort }) => {
        const socket = connect(destPort, destIP)
        socket.once('error', () => reject())
        socket.once('connect', () => {
          const channel = accept()
          socket.removeAllListeners('error').on('error', () => channel.destroy())
          channel.on('error', () => socket.destroy())
          socket.pipe(channel).pipe(socket)
        })
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const client of open) client.end()
  }
  return {
    port: (server.address() as { port: number }).port,
    username,
    password,
    signedIn: () => signedIn,
    cut,
    close: async () => {
      cut()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
