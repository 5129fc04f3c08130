import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const access = { permission: 'can_read', view: 'AdvancedDataType' }

/** Kinds of values that people write in more ways than the database keeps them. */
export const advancedDataTypeEndpoints = {
  types: endpoint({
    method: 'GET',
    path: '/api/v1/advanced_data_type/types',
    tag: 'Advanced data types',
    summary: 'The names of the kinds',
    access,
    reply: z.object({ result: z.array(z.string()) }),
  }),
  convert: endpoint({
    method: 'GET',
    path: '/api/v1/advanced_data_type/convert',
    tag: 'Advanced data types',
    summary: 'What texts mean as values of a kind, and how they can be compared',
    access,
    query: z.looseObject({ q: z.string().optional() }),
    reply: z.object({
      result: z.object({
        values: z.array(z.unknown()),
        display_value: z.string(),
        error_message: z.string(),
        valid_filter_operators: z.array(z.string()),
      }),
    }),
  }),
}
