import type { Fault } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { readLab } from './store.ts'
import { arrange } from './tab-commands.ts'

/** What runs have marked, so that it can be told from what the check of the text has found. */
const marked = new WeakSet<Fault>()

/** Where a run went wrong, beside what the check of the text says. */
export function markFault(tabId: string, fault: Fault): void {
  marked.add(fault)
  arrange(tabId, { validationResult: [...found(tabId), fault] })
}

export function unmarkFault(tabId: string): void {
  const tab = tabOf(readLab().sql, tabId)
  if (tab?.validationResult.some((one) => marked.has(one))) arrange(tabId, { validationResult: found(tabId) })
}

/** What the check of the text has found, beside what a run has marked. */
export function showFaults(tabId: string, faults: readonly Fault[]): void {
  const before = tabOf(readLab().sql, tabId)?.validationResult ?? []
  if (faults.length > 0 || before.some((one) => !marked.has(one))) arrange(tabId, { validationResult: [...faults, ...before.filter((one) => marked.has(one))] })
}

const found = (tabId: string): readonly Fault[] => (tabOf(readLab().sql, tabId)?.validationResult ?? []).filter((one) => !marked.has(one))
