import { queryFilterSchema, type QueryFilter } from '@sightline/contract'
import { z } from 'zod'
import { Refusal } from '../http/problem.ts'

const filters = z.array(queryFilterSchema)

/** Filters that a dashboard would add, as JSON. */
export function readFilters(text: string | null | undefined): readonly QueryFilter[] {
  if (!text) return []
  try {
    return filters.parse(JSON.parse(text))
  } catch {
    throw new Refusal(400, { extra_filters: ['Not a valid list of filters.'] })
  }
}
