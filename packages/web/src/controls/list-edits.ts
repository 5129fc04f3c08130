/** Puts an item in the place of another, or at the end when the place is past it. */
export const replaceAt = <Item>(items: readonly Item[], index: number, item: Item): Item[] =>
  index < items.length ? items.map((old, at) => (at === index ? item : old)) : [...items, item]

export const moveItem = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, at) => at !== from)
  const moved = items[from]
  return moved === undefined ? [...items] : [...rest.slice(0, to), moved, ...rest.slice(to)]
}
