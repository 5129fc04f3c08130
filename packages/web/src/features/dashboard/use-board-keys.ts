import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Undo, redo and save by keyboard while editing; fields keep their own undo. */
export function useBoardKeys(isOn: boolean, actions: { readonly onUndo: () => void; readonly onRedo: () => void; readonly onSave: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const action =
      key === 's'
        ? actions.onSave
        : isTyping(event.target)
          ? undefined
          : key === 'y' || (key === 'z' && event.shiftKey)
            ? actions.onRedo
            : key === 'z'
              ? actions.onUndo
              : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isOn])
}
