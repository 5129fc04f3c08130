/** The schema whose tables are shown: the tab's own, else the one that databases begin with. */
export const schemaShown = (asked: string | null, schemas: readonly string[] | undefined): string | undefined =>
  asked ?? schemas?.find((name) => name === 'main' || name === 'public') ?? schemas?.[0]
