import { completionStatus, currentCompletions, type Completion } from '@codemirror/autocomplete'
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import { t, tCount } from '../../../../words/words.ts'
import type { OfferCompletion } from './complete-sql.ts'
import { glyphOf } from './glyphs.ts'

const element = (name: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const offerOf = (completion: Completion) => (completion as OfferCompletion).offer

/** A line of the list: a sign of its kind, the name, and at the end its type and where it comes from. */
export const offerRows = [
  { position: 20, render: (completion: Completion): Node => glyphOf(offerOf(completion)) },
  { position: 70, render: (completion: Completion): Node => element('span', 'cm-offer-type', offerOf(completion).type?.toLowerCase() ?? '') },
  { position: 80, render: (completion: Completion): Node => element('span', 'cm-offer-owner', offerOf(completion).owner) },
]

function makeFoot(): HTMLElement {
  const foot = element('div', 'cm-offer-foot')
  // It says what the keys do to those who see it; the list itself is announced by its own attributes.
  foot.setAttribute('aria-hidden', 'true')
  foot.append(element('kbd', '', '↵'), t('sqled.insert'), element('kbd', '', 'Esc'), t('sqled.close'), element('span', 'cm-offer-count'))
  return foot
}

/** The line below the list: what the keys do, and how many match. */
export const offerFoot = ViewPlugin.fromClass(
  class {
    update({ view, state }: ViewUpdate): void {
      if (completionStatus(state) !== 'active') return
      view.requestMeasure({
        key: this,
        read: () => listOf(view),
        write: (list) => list && writeFoot(list, (currentCompletions(state)[0] as OfferCompletion | undefined)?.count ?? 0),
      })
    }
  },
)

const listOf = (view: EditorView): Element | null => view.dom.querySelector('.cm-tooltip-autocomplete')

function writeFoot(list: Element, count: number): void {
  let foot = list.querySelector<HTMLElement>('.cm-offer-foot')
  if (!foot) {
    foot = makeFoot()
    list.append(foot)
  }
  const counted = foot.querySelector('.cm-offer-count')!
  const text = tCount('sqled.matches', count)
  if (counted.textContent !== text) counted.textContent = text
}
