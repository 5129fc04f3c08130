import { useSearchParams } from 'react-router'

export interface Place {
  readonly databaseId: number | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
}

export const readPlace = (search: URLSearchParams): Place => {
  const id = Number(search.get('database') ?? '')
  const databaseId = Number.isSafeInteger(id) && id > 0 ? id : undefined
  const schema = databaseId === undefined ? undefined : (search.get('schema') ?? undefined)
  return { databaseId, schema, table: schema === undefined ? undefined : (search.get('table') ?? undefined) }
}

export const printPlace = ({ databaseId, schema, table }: Place, now: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries({ database: databaseId?.toString(), schema, table })) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** What is picked stands in the address: it survives a reload, a look elsewhere and going back. */
export const usePlace = (): readonly [Place, (place: Place) => void] => {
  const [search, setSearch] = useSearchParams()
  return [readPlace(search), (place) => setSearch((now) => printPlace(place, now), { replace: true })]
}
