import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, silenced and watched: what a restart or a broken network looks like to a driver. */
export interface CuttableLine {
  readonly port: number
  /** Connections open now, and the most there ever were at once. */
  readonly open: () => number
  readonly most: () => number
  readonly cut: () => void
  readonly close: () => Promise<void>
}

export async function openLine(host: string, port: number): Promise<CuttableLine> {
  const ends = new Set<Socket>()
  let most = 0
  const server = createServer((near) => {
    const far = connect(port, host)
    ends.add(near)
    most = Math.max(most, ends.size)
    const end = (): void => {
      ends.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.pipe(far)
    far.pipe(near)
  })
  await listen(server)
  return {
    port: portOf(server),
    open: () => ends.size,
    most: () => most,
    cut: () => {
      for (const near of ends) near.resetAndDestroy()
    },
    close: async () => {
      for (const near of ends) near.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Takes connections and never says a word. */
export async function openSilence(): Promise<{ readonly port: number; readonly close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await listen(server)
  return {
    port: portOf(server),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export async function closedPort(): Promise<number> {
  const server = createServer()
  await listen(server)
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const listen = (server: ReturnType<typeof createServer>): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const portOf = (server: ReturnType<typeof createServer>): number => (server.address() as { port: number }).port
