/** Lets a bounded number through at a time; the others wait in order, and one whose signal is aborted leaves the line. */
export interface Gate {
  /** Resolves to the function that lets the next one in. Rejects with the signal's reason. */
  pass(signal: AbortSignal): Promise<() => void>
}

export function createGate(width: number): Gate {
  let inside = 0
  const line: (() => void)[] = []

  const leave = (): (() => void) => {
    let isGone = false
    return () => {
      if (isGone) return
      isGone = true
      const next = line.shift()
      if (next) next()
      else inside--
    }
  }

  return {
    pass: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (inside < width) {
          inside++
          return resolve(leave())
        }
        const enter = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(leave())
        }
        const giveUp = (): void => {
          line.splice(line.indexOf(enter), 1)
          reject(signal.reason)
        }
        line.push(enter)
        signal.addEventListener('abort', giveUp, { once: true })
      }),
  }
}
