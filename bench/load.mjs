// Sends one request over and over from a number of clients on kept-alive connections, for a bounded time, and tells the rate.
import { Agent, request } from 'node:http'

export async function load({ base, method, path, headers, body, clients = 10, seconds = 6, warmUp = 1 }) {
  const { hostname, port } = new URL(base)
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const once = () =>
    new Promise((resolve, reject) => {
      const call = request(
        { hostname, port, path, method, agent, headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) } },
        (reply) => {
          reply.resume()
          reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${path} answered ${reply.statusCode}`))))
        },
      )
      call.on('error', reject)
      call.end(body)
    })
  const drive = async (forSeconds) => {
    let count = 0
    const end = performance.now() + forSeconds * 1000
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) {
          await once()
          count++
        }
      }),
    )
    return { count, perSecond: (count / (performance.now() - begun)) * 1000 }
  }
  await drive(warmUp)
  const measured = await drive(seconds)
  agent.destroy()
  return measured
}
