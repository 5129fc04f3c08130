import { insertCompletionText, pickedCompletion, type Completion } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { openTable } from '../../lab/table-commands.ts'
import { readLab } from '../../lab/store.ts'
import { tabOf } from '../../state/tabs.ts'
import type { Offer } from './offer.ts'

/** Where a blank would be one too many. */
const followsDirectly = /^[\s,.;)\]}]/

/** What is written for an offer: a blank follows, as the next word will, but behind a function or a schema, and where there is something already. */
export function textOf(offer: Offer, after: string, isInTemplate = false): string {
  const text = isInTemplate ? offer.label : (offer.text ?? offer.label)
  const goesOn = offer.kind === 'function' || offer.kind === 'schema' || isInTemplate
  return goesOn || followsDirectly.test(after) ? text : `${text} `
}

export function applyOffer(tabId: string, offer: Offer, isInTemplate: boolean, isQuoted: boolean) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const quote = isQuoted ? view.state.sliceDoc(from, from + 1) : ''
    // A quote that was closed by itself is part of what is replaced.
    const end = quote !== '' && view.state.sliceDoc(to, to + 1) === quote ? to + 1 : to
    const text = textOf(offer, view.state.sliceDoc(end, end + 1), isInTemplate)
    view.dispatch({ ...insertCompletionText(view.state, text, from, end), annotations: pickedCompletion.of(completion) })
    const tab = tabOf(readLab().sql, tabId)
    if (offer.table && tab?.dbId != null) openTable(tabId, { dbId: tab.dbId, ...offer.table })
  }
}
