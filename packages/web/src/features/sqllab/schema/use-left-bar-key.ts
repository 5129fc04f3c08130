import { useEffect } from 'react'
import { edit } from '../lab/tab-commands.ts'
import { readLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'

/** Ctrl B (⌘ B) hides and shows the left side of the tab, wherever the focus is. */
export function useLeftBarKey(tabId: string): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'b') return
      // A dialog in front has the keys.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      edit(tabId, { hideLeftBar: tabOf(readLab().sql, tabId)?.hideLeftBar !== true })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [tabId])
}
