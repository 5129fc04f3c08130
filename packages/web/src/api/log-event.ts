import { guestIdentity } from './guest.ts'

/** Tells the server that somebody looked at something: "recently viewed" on the home page is made of these. */
const impressionId = Math.random().toString(36).slice(2, 14)

export interface LogEvent {
  readonly event_name: 'mount_dashboard' | 'mount_explorer'
  readonly source: 'dashboard' | 'slice'
  readonly source_id: number
  readonly [extra: string]: unknown
}

/** Sent beside everything else; a log that does not arrive is nobody's problem. */
export const logEvent = (event: LogEvent): void => {
  const place = event.source === 'dashboard' ? 'dashboard_id' : 'slice_id'
  const form = new FormData()
  const full = {
    impression_id: impressionId,
    version: 'v2',
    ts: Date.now(),
    event_type: 'user',
    event_id: Math.random().toString(36).slice(2, 12),
    visibility: document.visibilityState,
    ...event,
  }
  form.set('events', JSON.stringify([full]))
  const address = `/superset/log/?explode=events&${place}=${String(event.source_id)}`
  const token = guestIdentity()?.token()
  if (token === undefined) return void navigator.sendBeacon(address, form)
  form.set('guest_token', token)
  fetch(address, { method: 'POST', body: form, keepalive: true, credentials: 'omit' }).catch(() => undefined)
}
