import { useEffect, useState } from 'react'

/** Milliseconds since a moment, ticking; 0 while there is none. */
export function useElapsed(startedAt: number | undefined, everyMs = 100): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (startedAt === undefined) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [startedAt, everyMs])
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt)
}
