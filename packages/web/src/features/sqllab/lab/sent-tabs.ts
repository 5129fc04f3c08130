/** Which tabs of this browser the server has, by the id they were made with: two windows may hold the same unsent tab, and it is made once. */
const key = 'sightline.sqllab.sent'
const most = 200

type Sent = readonly (readonly [id: string, serverId: number])[]

function readSent(): Sent {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? (value as Sent) : []
  } catch {
    return []
  }
}

function writeSent(sent: Sent): void {
  try {
    localStorage.setItem(key, JSON.stringify(sent.slice(-most)))
  } catch {
    // No room: the worst that follows is a second copy of a tab.
  }
}

/** The server no longer has what was made of this tab. */
export const forgetSent = (id: string): void => writeSent(readSent().filter(([known]) => known !== id))

export const serverIdOf = (id: string): number | null => readSent().find(([known]) => known === id)?.[1] ?? null

/** Makes the tab with the server unless another window has done so; one window at a time, where the browser can tell. */
export async function sendOnce(id: string, create: () => Promise<number>): Promise<{ readonly serverId: number; readonly isNew: boolean }> {
  const send = async (): Promise<{ serverId: number; isNew: boolean }> => {
    const known = serverIdOf(id)
    if (known !== null) return { serverId: known, isNew: false }
    const serverId = await create()
    writeSent([...readSent(), [id, serverId]])
    return { serverId, isNew: true }
  }
  // Browsers offer locks to pages of secure addresses only.
  return navigator.locks === undefined ? send() : navigator.locks.request(key, send)
}
