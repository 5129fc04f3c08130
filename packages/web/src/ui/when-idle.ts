/** Does something in a moment when nothing else is to be done, at the latest after so many milliseconds. Call the answer to call it off. */
export function whenIdle(act: () => void, mostMs: number): () => void {
  // Not every browser tells when it is idle; then it is done at once.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(act, { timeout: mostMs })
  return () => cancelIdleCallback(id)
}
