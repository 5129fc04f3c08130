import { leaveForSignIn, readCsrfToken } from './client.ts'
import { ApiFailure } from './failure.ts'

export interface Sent {
  readonly bytes: number
  readonly total: number
}

const readText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Sends a form with files and says how far it has come, which `fetch` cannot. Aborting ends the sending. */
export const sendForm = async <Reply>(path: string, form: FormData, signal: AbortSignal, onProgress: (sent: Sent) => void): Promise<Reply> => {
  const token = await readCsrfToken()
  return new Promise<Reply>((resolve, reject) => {
    const call = new XMLHttpRequest()
    const calledOff = (): void => reject(new DOMException('The request was called off', 'AbortError'))
    if (signal.aborted) return calledOff()
    const abort = (): void => call.abort()
    signal.addEventListener('abort', abort)
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ bytes: loaded, total }))
    call.addEventListener('abort', calledOff)
    call.addEventListener('error', () => reject(new ApiFailure('network')))
    call.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    call.addEventListener('load', () => {
      const body = readText(call.responseText)
      if (call.status >= 200 && call.status < 300) return resolve(body as Reply)
      if (call.status === 401) leaveForSignIn()
      reject(new ApiFailure('http', call.status, call.statusText, body))
    })
    call.open('POST', path)
    call.setRequestHeader('Accept', 'application/json')
    call.setRequestHeader('X-CSRFToken', token)
    call.send(form)
  })
}
