import { useEffect, useEffectEvent } from 'react'

/** Ctrl/⌘ Enter asks for the chart, Ctrl/⌘ S saves it; not while a dialog is in front, which has keys of its own. */
export const useExploreKeys = (keys: { readonly run: () => void; readonly save: () => void }): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null) return
    if (event.key === 'Enter') keys.run()
    else if (event.key.toLowerCase() === 's') keys.save()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
