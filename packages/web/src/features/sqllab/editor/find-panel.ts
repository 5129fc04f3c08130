import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  search,
  searchPanelOpen,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'
import type { Command, EditorView, Panel, ViewUpdate } from '@codemirror/view'
import { formatCount, t } from '../../../words/words.ts'
import styles from './find-panel.module.css'

/** Counting stops here; a script with more matches says so many at least. */
const mostCounted = 1000

interface Parts {
  readonly find: HTMLInputElement
  readonly replace: HTMLInputElement
  readonly toggles: Readonly<Record<'caseSensitive' | 'wholeWord' | 'regexp', HTMLButtonElement>>
  readonly count: HTMLElement
}

function field(label: string): HTMLInputElement {
  const made = document.createElement('input')
  made.className = styles['field']!
  made.placeholder = label
  made.setAttribute('aria-label', label)
  made.spellcheck = false
  return made
}

function button(text: string, label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = styles['button']!
  made.textContent = text
  if (label !== text) {
    made.setAttribute('aria-label', label)
    made.title = label
  }
  made.addEventListener('click', press)
  return made
}

const row = (...parts: readonly Node[]): HTMLElement => {
  const made = document.createElement('div')
  made.className = styles['row']!
  made.append(...parts)
  return made
}

/** Search and replace, above the text. */
function makePanel(view: EditorView): Panel {
  const query = getSearchQuery(view.state)
  const parts: Parts = {
    find: field(t('sqled.find')),
    replace: field(t('sqled.replace')),
    toggles: { caseSensitive: toggle('Aa', t('sqled.matchCase')), wholeWord: toggle('ab', t('sqled.wholeWord')), regexp: toggle('.*', t('sqled.regexp')) },
    count: document.createElement('span'),
  }
  parts.find.setAttribute('main-field', 'true')
  parts.count.className = styles['count']!
  parts.count.setAttribute('role', 'status')
  const commit = (): void => {
    const { caseSensitive, wholeWord, regexp } = parts.toggles
    const next = new SearchQuery({
      search: parts.find.value,
      replace: parts.replace.value,
      caseSensitive: isPressed(caseSensitive),
      wholeWord: isPressed(wholeWord),
      regexp: isPressed(regexp),
    })
    if (!next.eq(getSearchQuery(view.state))) view.dispatch({ effects: setSearchQuery.of(next) })
  }
  function toggle(text: string, label: string): HTMLButtonElement {
    const made = button(text, label, () => {
      made.setAttribute('aria-pressed', String(!isPressed(made)))
      commit()
    })
    made.setAttribute('aria-pressed', 'false')
    return made
  }
  parts.find.addEventListener('input', commit)
  parts.replace.addEventListener('input', commit)
  const close = button('✕', t('sqled.closeFind'), () => void closeAndReturn(view))
  close.classList.add(styles['close']!)
  const dom = document.createElement('div')
  dom.className = styles['panel']!
  dom.setAttribute('role', 'search')
  dom.append(
    row(
      parts.find,
      ...Object.values(parts.toggles),
      button('↑', t('sqled.findPrevious'), () => findPrevious(view)),
      button('↓', t('sqled.findNext'), () => findNext(view)),
      parts.count,
      close,
    ),
    row(
      parts.replace,
      button(t('sqled.replaceOne'), t('sqled.replaceOne'), () => replaceNext(view)),
      button(t('sqled.replaceAll'), t('sqled.replaceAll'), () => replaceAll(view)),
    ),
  )
  dom.addEventListener('keydown', (event) => pressKey(event, view, parts))
  showQuery(parts, query)
  const count = (): void => showCount(view, parts)
  return {
    dom,
    top: true,
    mount: () => {
      parts.find.select()
      count()
    },
    update: (update: ViewUpdate) => {
      const told = update.transactions.some((one) => one.effects.some((effect) => effect.is(setSearchQuery)))
      if (told) showQuery(parts, getSearchQuery(update.state))
      if (told || update.docChanged || update.selectionSet) count()
    },
  }
}

const isPressed = (made: HTMLElement): boolean => made.getAttribute('aria-pressed') === 'true'

function showQuery({ find, replace, toggles }: Parts, query: SearchQuery): void {
  if (find.value !== query.search) find.value = query.search
  if (replace.value !== query.replace) replace.value = query.replace
  for (const name of ['caseSensitive', 'wholeWord', 'regexp'] as const) toggles[name].setAttribute('aria-pressed', String(query[name]))
}

/** Which of how many matches is selected. */
function showCount(view: EditorView, { count }: Parts): void {
  const query = getSearchQuery(view.state)
  if (query.search === '' || !query.valid) {
    count.textContent = query.search === '' ? '' : t('sqled.nothingFound')
    return
  }
  const { from, to } = view.state.selection.main
  let [all, at] = [0, 0]
  const cursor = query.getCursor(view.state)
  for (let next = cursor.next(); !next.done && all < mostCounted; next = cursor.next()) {
    all++
    if (next.value.from === from && next.value.to === to) at = all
  }
  const shown = all === mostCounted ? `${formatCount(all)}+` : formatCount(all)
  count.textContent =
    all === 0 ? t('sqled.nothingFound') : at === 0 ? t('sqled.found', { count: shown }) : t('sqled.foundAt', { at: formatCount(at), count: shown })
}

function closeAndReturn(view: EditorView): boolean {
  closeSearchPanel(view)
  view.focus()
  return true
}

function pressKey(event: KeyboardEvent, view: EditorView, { find, replace }: Parts): void {
  const isHandled =
    event.key === 'Escape'
      ? closeAndReturn(view)
      : event.key === 'Enter' && event.target === find
        ? (event.shiftKey ? findPrevious : findNext)(view) || true
        : event.key === 'Enter' && event.target === replace
          ? (event.ctrlKey || event.metaKey ? replaceAll : replaceNext)(view) || true
          : (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && !event.shiftKey && !event.altKey
            ? (find.select(), true)
            : (event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 'h' || (event.altKey && event.code === 'KeyF'))
              ? (replace.select(), true)
              : false
  if (!isHandled) return
  event.preventDefault()
  event.stopPropagation()
}

export const findPanel = search({ top: true, createPanel: makePanel })

export const openFind: Command = (view) => openSearchPanel(view)

/** With nothing to search for yet, that is asked first. */
export const openReplace: Command = (view) => {
  if (!searchPanelOpen(view.state)) openSearchPanel(view)
  const label = getSearchQuery(view.state).search === '' ? t('sqled.find') : t('sqled.replace')
  view.dom.querySelector<HTMLInputElement>(`.${CSS.escape(styles['panel']!)} [aria-label="${label}"]`)?.select()
  return true
}
