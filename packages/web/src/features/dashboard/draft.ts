import { printLayout, readLayout, titleOf, type Layout } from '@sightline/core'

/** Unsaved edits of a dashboard, kept in this browser until they are saved or thrown away. */
export interface Draft {
  /** `changed_on` of the dashboard the edits started from. */
  readonly base: string
  readonly layout: Layout
}

const keyOf = (id: number): string => `sightline.draft.dashboard.${String(id)}`

export const keepDraft = (id: number, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ base: draft.base, title: titleOf(draft.layout), positions: printLayout(draft.layout) }))
  } catch {
    // A full or forbidden storage loses the draft, not the work on the screen.
  }
}

export const readDraft = (id: number): Draft | undefined => {
  try {
    const text = localStorage.getItem(keyOf(id))
    if (text === null) return undefined
    const { base, title, positions } = JSON.parse(text) as { base: string; title: string; positions: unknown }
    return { base, layout: readLayout(positions, title) }
  } catch {
    return undefined
  }
}

export const dropDraft = (id: number): void => {
  try {
    localStorage.removeItem(keyOf(id))
  } catch {
    // Nothing was kept then.
  }
}
