/** Chosen rows of a list, and the last one touched: Shift reaches from there. */
export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly last: number | undefined
}

export const nothingSelected: Selection = { ids: new Set(), last: undefined }

export const selectRow = (selection: Selection, rows: readonly number[], id: number, isSelected: boolean, isRange: boolean): Selection => {
  const ids = new Set(selection.ids)
  const from = isRange && selection.last !== undefined ? rows.indexOf(selection.last) : -1
  const to = rows.indexOf(id)
  const touched = from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of touched)
    if (isSelected) ids.add(one)
    else ids.delete(one)
  return { ids, last: id }
}

export const selectAll = (rows: readonly number[], isSelected: boolean): Selection => (isSelected ? { ids: new Set(rows), last: undefined } : nothingSelected)
