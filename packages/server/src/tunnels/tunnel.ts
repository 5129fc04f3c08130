import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { Client, type ConnectConfig } from 'ssh2'
import { hostKeyChanged, problemOfSsh, problemOfTarget } from './problems.ts'

/** How to reach the machine that a tunnel goes through. Secrets are plain here and nowhere else. */
export interface TunnelSettings {
  readonly address: string
  readonly port: number
  readonly username: string
  readonly password: string | null
  readonly privateKey: string | null
  readonly privateKeyPassword: string | null
  /** The server's key as it was the first time, `SHA256:…`; null: not known yet. */
  readonly hostKey: string | null
}

export interface Tunnel {
  /** On this machine; what is said to it is heard by the target. */
  readonly port: number
  readonly hostKey: string
  /** Why the last connection through the tunnel did not come to be; null if it did. */
  readonly failure: () => Problem | null
  close(): Promise<void>
}

export interface Target {
  readonly host: string
  readonly port: number
}

const connectMilliseconds = 10_000

/**
 * A port of this machine that leads to the target through an SSH server. The SSH connection is made now, so that a wrong one is told now; when it
 * drops, the next connection to the port makes it again. The server's key is the one given, or whichever it shows first and the same from then on.
 */
export async function openTunnel(settings: TunnelSettings, target: Target, log: (message: string) => void): Promise<Result<Tunnel>> {
  let hostKey = settings.hostKey
  let connecting: Promise<Result<Client>> | null = null
  let failure: Problem | null = null
  let isClosed = false
  const sockets = new Set<Socket>()

  function connect(): Promise<Result<Client>> {
    const attempt = connectSsh(settings, hostKey, (seen) => (hostKey = seen)).then((connected) => {
      if (!connected.ok) {
        if (connecting === attempt) connecting = null
        return connected
      }
      connected.value.once('close', () => {
        if (connecting === attempt) connecting = null
        if (!isClosed) log(`The SSH tunnel through ${settings.address} closed; the next connection opens it again`)
      })
      return connected
    })
    connecting = attempt
    return attempt
  }

  async function lead(socket: Socket): Promise<void> {
    const connected = await (connecting ?? connect())
    if (!connected.ok) {
      failure = connected.problem
      return void socket.destroy()
    }
    connected.value.forwardOut('127.0.0.1', socket.remotePort ?? 0, target.host, target.port, (error, channel) => {
      failure = error ? problemOfTarget(error, target) : null
      if (error || socket.destroyed) return void socket.destroy()
      channel.on('error', () => socket.destroy())
      channel.on('close', () => socket.destroy())
      socket.on('close', () => channel.destroy())
      socket.pipe(channel).pipe(socket)
    })
  }

  const first = await connect()
  if (!first.ok) return first
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    lead(socket).catch(() => socket.destroy())
  })
  await listen(server)
  server.unref()
  return ok({
    port: (server.address() as { port: number }).port,
    hostKey: hostKey!,
    failure: () => failure,
    close: async () => {
      if (isClosed) return
      isClosed = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      const connected = await connecting
      if (connected?.ok) connected.value.end()
    },
  })
}

function connectSsh(settings: TunnelSettings, hostKey: string | null, onHostKey: (key: string) => void): Promise<Result<Client>> {
  return new Promise((resolve) => {
    const client = new Client()
    let isOther = false
    const config: ConnectConfig = {
      host: settings.address,
      port: settings.port,
      username: settings.username,
      ...(settings.password === null ? {} : { password: settings.password }),
      ...(settings.privateKey === null ? {} : { privateKey: settings.privateKey }),
      ...(settings.privateKeyPassword === null ? {} : { passphrase: settings.privateKeyPassword }),
      readyTimeout: connectMilliseconds,
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      hostVerifier: (key: Buffer) => {
        const seen = fingerprintOf(key)
        isOther = hostKey !== null && !isSame(hostKey, seen)
        if (!isOther) onHostKey(seen)
        return !isOther
      },
    }
    client.once('ready', () => {
      client.removeAllListeners('error').on('error', () => client.destroy())
      resolve(ok(client))
    })
    client.once('error', (error) => {
      client.destroy()
      resolve(fail(isOther ? hostKeyChanged(settings) : problemOfSsh(error, settings)))
    })
    // A server that hangs up before anything is agreed on sends no error.
    client.once('close', () => resolve(fail(problemOfSsh(new Error('The connection was closed.'), settings))))
    try {
      client.connect(config)
    } catch (error) {
      // A private key that cannot be read is told by an exception.
      resolve(fail(problemOfSsh(error as Error, settings)))
    }
  })
}

/** As the tools of OpenSSH print it. */
const fingerprintOf = (key: Uint8Array): string => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
