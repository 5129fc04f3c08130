import { startCompletion } from '@codemirror/autocomplete'
import { cursorLineUp, redo, toggleComment, undo } from '@codemirror/commands'
import { Prec } from '@codemirror/state'
import { keymap, type Command, type EditorView } from '@codemirror/view'
import { newTab, openTab } from '../lab/tab-commands.ts'
import { readLab } from '../lab/store.ts'
import { openFind, openReplace } from './find-panel.ts'
import { formatText } from './format-text.ts'
import { writeText } from './keep-text.ts'
import { runStatement, runText, stopLatest } from './run-text.ts'
import { keysOf, platformOf, type Action } from './shortcuts.ts'

function openNeighbour(tabId: string, step: 1 | -1): void {
  const { tabs } = readLab().sql
  const at = tabs.findIndex(({ id }) => id === tabId)
  const next = tabs[(at + step + tabs.length) % tabs.length]
  if (next && next.id !== tabId) void openTab(next.id)
}

/** What each action does. The dialog for saving belongs to the toolbar, the left bar to the page, and leaving the editor to the editor itself. */
const commandsOf = (tabId: string): Partial<Record<Action, Command>> => {
  const does = (action: (view: EditorView) => void): Command => {
    return (view) => {
      writeText()
      action(view)
      return true
    }
  }
  return {
    run: does((view) => runText(view, tabId)),
    runStatement: does((view) => runStatement(view, tabId)),
    stop: does(() => stopLatest(tabId)),
    newTab: does(() => newTab()),
    previousTab: does(() => openNeighbour(tabId, -1)),
    nextTab: does(() => openNeighbour(tabId, 1)),
    format: does((view) => void formatText(view, tabId)),
    find: openFind,
    replace: openReplace,
    complete: startCompletion,
    comment: toggleComment,
    undo,
    redo,
    previousLine: cursorLineUp,
  }
}

const platform = () => platformOf(navigator.userAgent)

export function editorKeys(tabId: string) {
  const commands = commandsOf(tabId)
  return Prec.highest(
    keymap.of(
      keysOf(platform()).flatMap(({ action, keys }) => {
        const run = commands[action]
        return run ? keys.map((key) => ({ key, run, preventDefault: true })) : []
      }),
    ),
  )
}

/** The chord of a key press, spelled as in the table. */
function chordOfEvent(event: KeyboardEvent, isMac: boolean): readonly string[] {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const spell = (command: string): string =>
    [
      event.ctrlKey && (command === 'Mod' && !isMac ? 'Mod' : 'Ctrl'),
      event.metaKey && (isMac ? 'Mod' : 'Meta'),
      event.altKey && 'Alt',
      event.shiftKey && 'Shift',
      key,
    ]
      .filter(Boolean)
      .join('-')
  return [spell('Ctrl'), spell('Mod')]
}

/** Keys that work in the whole page, but where a dialog or a menu has its own. Answers how to end it. */
export function listenToPageKeys(tabId: string, view: () => EditorView | undefined): () => void {
  const commands = commandsOf(tabId)
  const system = platform()
  const byKey = new Map(keysOf(system).flatMap(({ action, keys, isOfPage }) => (isOfPage || action === 'run' ? keys.map((key) => [key, action] as const) : [])))
  // Outside of the text the browser keeps its reload.
  byKey.delete('Ctrl-r')
  const press = (event: KeyboardEvent): void => {
    const editor = view()
    if (event.defaultPrevented || !editor || !(event.ctrlKey || event.metaKey || event.altKey)) return
    if (event.target instanceof Element && event.target.closest('dialog, [role="dialog"], [role="menu"], [role="listbox"], textarea')) return
    const chord = chordOfEvent(event, system === 'mac').find((one) => byKey.has(one))
    const command = chord === undefined ? undefined : commands[byKey.get(chord)!]
    // Cutting text out of a field stays what it is.
    if (!command || (chord === 'Ctrl-x' && event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    command(editor)
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
