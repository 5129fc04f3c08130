/** Something the page around the frame may ask for, by name. What it gives back is sent as the answer. */
export type Method = (args: unknown) => unknown

/** The line to the page around the frame. */
export interface HostLine {
  /** Asks for a method of the other side; undefined where it has none, fails, or is silent for too long. */
  readonly ask: (method: string, args: unknown, waitMs?: number) => Promise<unknown>
  readonly close: () => void
}

interface Message {
  readonly switchboardAction?: unknown
  readonly method?: unknown
  readonly messageId?: unknown
  readonly args?: unknown
  readonly result?: unknown
}

const name = 'sightline'
const standardWaitMs = 3_000
const readMessage = (data: unknown): Message => (typeof data === 'object' && data !== null ? data : {})

/** Both sides send calls with (`get`) and without an answer (`emit`), and answers (`reply`, `error`) under the number of the call. */
export function openLine(port: MessagePort, methods: Readonly<Record<string, Method>>): HostLine {
  const waiting = new Map<string, (result: unknown) => void>()
  let calls = 0
  const methodOf = (asked: unknown): Method | undefined => (typeof asked === 'string' && Object.hasOwn(methods, asked) ? methods[asked] : undefined)
  const refuse = (messageId: unknown, words: string): void => port.postMessage({ switchboardAction: 'error', messageId, error: `[${name}] ${words}` })

  const answer = async ({ method, messageId, args }: Message): Promise<void> => {
    const wanted = methodOf(method)
    if (!wanted) return refuse(messageId, `Method "${String(method)}" is not defined`)
    try {
      port.postMessage({ switchboardAction: 'reply', messageId, result: await wanted(args) })
    } catch {
      refuse(messageId, `Method "${String(method)}" threw an error`)
    }
  }
  const hear = (event: MessageEvent): void => {
    const message = readMessage(event.data)
    if (message.switchboardAction === 'get') void answer(message)
    else if (message.switchboardAction === 'emit') void methodOf(message.method)?.(message.args)
    else if (typeof message.messageId === 'string') waiting.get(message.messageId)?.(message.switchboardAction === 'reply' ? message.result : undefined)
  }
  port.addEventListener('message', hear)
  port.start()
  return {
    ask: (method, args, waitMs = standardWaitMs) =>
      new Promise((resolve) => {
        const messageId = `m_${name}_${String(++calls)}`
        const finish = (result: unknown): void => {
          clearTimeout(timer)
          waiting.delete(messageId)
          resolve(result)
        }
        const timer = setTimeout(() => finish(undefined), waitMs)
        waiting.set(messageId, finish)
        port.postMessage({ switchboardAction: 'get', method, messageId, args })
      }),
    close: () => {
      port.removeEventListener('message', hear)
      port.close()
      for (const finish of waiting.values()) finish(undefined)
    },
  }
}
