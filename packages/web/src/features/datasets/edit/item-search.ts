/** Items of which some text contains what is searched for, whatever its letters' case. */
export const searchItems = <Item>(items: readonly Item[], text: string, textsOf: (item: Item) => readonly string[]): readonly Item[] => {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? items : items.filter((item) => textsOf(item).some((one) => one.toLowerCase().includes(wanted)))
}
