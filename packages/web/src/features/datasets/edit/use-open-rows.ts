import { useState } from 'react'

/** Which rows of a list are open, and which one was added last. */
export const useOpenRows = (): {
  readonly open: ReadonlySet<string>
  readonly fresh: string | undefined
  readonly toggle: (key: string) => void
  readonly add: (key: string) => void
} => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [fresh, setFresh] = useState<string>()
  return {
    open,
    fresh,
    toggle: (key) => setOpen((now) => new Set(now.has(key) ? [...now].filter((other) => other !== key) : [...now, key])),
    add: setFresh,
  }
}
