import { useSyncExternalStore } from 'react'

/** Below this, panels beside the work leave no room for it: small screens, and large ones at 200 %. */
const narrow = '(max-width: 959px)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  )
