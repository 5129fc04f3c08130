import { request } from 'node:https'

interface Answer {
  readonly nextUri?: string
  readonly data?: readonly (readonly unknown[])[]
  readonly error?: { readonly message: string }
}

/** A second way to a Trino server, apart from the driver under test: what an operator would see. */
export function openTrinoForTests(uri: string): { readonly rows: (sql: string) => Promise<readonly (readonly unknown[])[]>; readonly close: () => void } {
  const { hostname, port, username, password } = new URL(uri)
  const headers = { 'X-Trino-User': username, Authorization: `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}` }
  const ask = (method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asking = request({ hostname, port, path, method, headers, rejectUnauthorized: false }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => (response.statusCode === 200 ? resolve(JSON.parse(text) as Answer) : reject(new Error(`${response.statusCode}: ${text}`))))
      })
      asking.on('error', reject)
      asking.end(body)
    })
  return {
    rows: async (sql) => {
      const all: (readonly unknown[])[] = []
      for (let answer = await ask('POST', '/v1/statement', sql); ; answer = await ask('GET', new URL(answer.nextUri!).pathname)) {
        if (answer.error) throw new Error(answer.error.message)
        all.push(...(answer.data ?? []))
        if (!answer.nextUri) return all
      }
    },
    close: () => undefined,
  }
}
