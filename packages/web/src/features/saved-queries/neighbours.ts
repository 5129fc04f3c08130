/** The key that was pressed in a preview, as a step through the list. */
export const stepOfKey = (key: string): -1 | 0 | 1 => {
  if (key === 'ArrowDown' || key === 'k') return 1
  return key === 'ArrowUp' || key === 'j' ? -1 : 0
}

/** The row beside the one with this id, or undefined at either end. */
export const neighbourOf = <Row extends { readonly id: number }>(rows: readonly Row[], id: number, step: -1 | 1): Row | undefined => {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? undefined : rows[at + step]
}
