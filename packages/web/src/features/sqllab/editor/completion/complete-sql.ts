import {
  completionStatus,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { readLab } from '../../lab/store.ts'
import { tabOf } from '../../state/tabs.ts'
import { isAutocompleteOn } from '../autocomplete-switch.ts'
import { reservedWords } from '../../../../code/sql-words.ts'
import { applyOffer } from './apply-offer.ts'
import { offersIn, type Catalogue, type OffersAt } from './collect-offers.ts'
import { catalogueOf } from './known-catalogue.ts'
import { matchName } from './match-name.ts'
import { rankOffers, scores, type Offer } from './offer.ts'

/** A line of the list, with what it stands for. */
export interface OfferCompletion extends Completion {
  readonly offer: Offer
  /** How many match at all, for the line below the list. */
  readonly count: number
}

const reserved = new Set(reservedWords)
const longestShort = 30

/** Every key asks anew: what fits changes with each letter, and nothing here waits for a server. */
export const completeSql = (tabId: string): CompletionSource => {
  let view: EditorView | undefined
  const source = (context: CompletionContext): CompletionResult | null => {
    view = context.view ?? view
    if (!context.explicit && !isAutocompleteOn()) return null
    const tab = tabOf(readLab().sql, tabId)
    const { pos, state } = context
    const asked = { doc: state.doc, pos, isEmpty: false }
    const catalogue = tab && catalogueOf(tab, () => askAgain(view, asked))
    const result = catalogue ? resultAt(tabId, context, catalogue) : null
    // Behind a point a list is awaited; elsewhere nothing opens by itself later on.
    asked.isEmpty = result === null && context.matchBefore(/\.\w*/) !== null
    // The same list for the text as it is a letter later, at once and not after a pause.
    return result && { ...result, update: (_current, _from, _to, next) => source(next) }
  }
  return source
}

/** Something has come that was asked for: the list is made again, if the person is still where it was asked. */
function askAgain(view: EditorView | undefined, asked: { readonly doc: Text; readonly pos: number; readonly isEmpty: boolean }): void {
  if (!view || !view.hasFocus || view.state.doc !== asked.doc || view.state.selection.main.head !== asked.pos) return
  if (asked.isEmpty || completionStatus(view.state) !== null) startCompletion(view)
}

function resultAt(tabId: string, context: CompletionContext, catalogue: Catalogue): CompletionResult | null {
  const { state, pos, explicit } = context
  const inTemplate = templateBefore(state, pos)
  if (inTemplate === null && isInQuoteOrComment(state, pos)) return null
  const { from, found } = inTemplate === null ? sqlAt(state, pos, catalogue) : parametersAt(pos, inTemplate, catalogue)
  const { offers, count, place } = found
  if (offers.length === 0 || (!explicit && !isWorthOffering(found))) return null
  return {
    from,
    filter: false,
    options: offers.map((offer): OfferCompletion => ({
      label: offer.label,
      offer,
      count,
      apply: applyOffer(tabId, offer, inTemplate !== null, place.isQuoted),
      ...(offer.label.length > longestShort ? { info: offer.label } : {}),
    })),
    getMatch: ({ label }) => {
      const match = place.typed === '' ? null : matchName(label, place.typed)
      return match ? [match.from, match.from + place.typed.length] : []
    },
  }
}

/** While somebody types, nothing is offered that the next Enter would take by mistake: for a whole keyword, or another name of a table. */
function isWorthOffering({ place, offers }: OffersAt): boolean {
  const { typed, path, kind, isQuoted } = place
  if (path.length > 0 || isQuoted) return !(offers.length === 1 && offers[0]!.label === typed)
  if (typed === '' || (kind !== 'table' && reserved.has(typed.toLowerCase()))) return false
  if (kind === 'alias') return typed.length > 2
  return !(offers.length === 1 && offers[0]!.label.toLowerCase() === typed.toLowerCase())
}

function sqlAt(state: EditorState, pos: number, catalogue: Catalogue): { readonly from: number; readonly found: OffersAt } {
  const statement = statementAround(state, pos)
  const found = offersIn(state.sliceDoc(statement.from, statement.to), pos - statement.from, catalogue)
  return { from: statement.from + found.place.from, found }
}

function parametersAt(pos: number, typed: string, { parameters }: Catalogue): { readonly from: number; readonly found: OffersAt } {
  const offers = parameters.map((label): Offer => ({ label, kind: 'parameter', score: scores.parameter, owner: 'parameter' }))
  return { from: pos - typed.length, found: { ...rankOffers(offers, typed, 100), place: { kind: 'expression', from: 0, typed, isQuoted: false, path: [] } } }
}

const farthestTemplate = 500

/** The word that is being typed in a template; null outside of one. */
function templateBefore(state: EditorState, pos: number): string | null {
  const before = state.sliceDoc(Math.max(0, pos - farthestTemplate), pos)
  const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
  if (open < 0 || Math.max(before.lastIndexOf('}}'), before.lastIndexOf('%}')) > open) return null
  return /[\p{L}_][\p{L}\p{N}_]*$/u.exec(before.slice(open + 2))?.[0] ?? ''
}

const parsedWithinMs = 20

const isInQuoteOrComment = (state: EditorState, pos: number): boolean => {
  const { name, to, from } = (ensureSyntaxTree(state, pos, parsedWithinMs) ?? syntaxTree(state)).resolveInner(pos, -1)
  if (name === 'LineComment') return true
  return (name === 'BlockComment' || name === 'String') && from < pos && (pos < to || !/['"$/]$/.test(state.sliceDoc(to - 1, to)) || to - from === 1)
}

const longestStatement = 100_000

/** The statement the cursor is in, as the highlighter has already found it; what follows the last one without a semicolon still belongs to it. */
function statementAround(state: EditorState, pos: number): { readonly from: number; readonly to: number } {
  const top = (ensureSyntaxTree(state, pos, parsedWithinMs) ?? syntaxTree(state)).topNode
  const before = top.childBefore(pos + 1)
  const at = before?.name === 'Statement' ? before : null
  const isEnded = at !== null && at.to <= pos && state.sliceDoc(at.to - 1, at.to) === ';'
  const next = top.childAfter(pos)
  const from = at && !isEnded ? at.from : (at?.to ?? 0)
  const to = at && !isEnded && at.to > pos ? at.to : Math.max(pos, next && next.from > pos ? next.from : state.doc.length)
  return { from: Math.max(from, pos - longestStatement), to: Math.min(to, pos + longestStatement) }
}
