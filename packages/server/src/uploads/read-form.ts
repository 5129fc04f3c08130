import { fieldMapOf, uploadOptions, type UploadOptions } from '@sightline/contract'
import { Refusal } from '../http/problem.ts'

type Fields = Readonly<Record<string, unknown>>

const kinds = {
  delimiter: 'text',
  header_row: 'whole',
  skip_rows: 'whole',
  rows_to_read: 'whole',
  skip_blank_lines: 'flag',
  skip_initial_space: 'flag',
  day_first: 'flag',
  decimal_character: 'text',
  null_values: 'list',
  column_dates: 'list',
  column_data_types: 'json',
  columns_read: 'list',
  index_column: 'text',
  dataframe_index: 'flag',
  index_label: 'text',
  sheet_name: 'text',
} as const satisfies Record<keyof UploadOptions, string>

/** Options from the texts of a form. `names` says under which name the form has an option, where it is another. */
export function readFormOptions(fields: Fields, names: Partial<Record<keyof UploadOptions, string>> = {}): UploadOptions {
  const values: Record<string, unknown> = {}
  for (const [option, kind] of Object.entries(kinds) as [keyof UploadOptions, (typeof kinds)[keyof typeof kinds]][]) {
    const field = names[option] ?? option
    const text = fields[field]
    if (typeof text === 'string' && text !== '') values[option] = valueOf(field, text, kind)
  }
  const parsed = uploadOptions.safeParse(values)
  if (parsed.success) return parsed.data
  throw new Refusal(400, fieldMapOf(parsed.error.issues, values))
}

function valueOf(field: string, text: string, kind: (typeof kinds)[keyof typeof kinds]): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'whole':
      if (/^\s*-?\d{1,9}\s*$/.test(text)) return Number(text)
      throw new Refusal(400, { [field]: ['Not a valid integer.'] })
    case 'flag':
      if (/^(true|t|yes|y|on|1)$/i.test(text)) return true
      if (/^(false|f|no|n|off|0)$/i.test(text)) return false
      throw new Refusal(400, { [field]: ['Not a valid boolean.'] })
    case 'list':
      return text.trimStart().startsWith('[') ? parse(field, text) : text.split(',').map((item) => item.trim())
    case 'json':
      return parse(field, text)
  }
}

function parse(field: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, {
      [field]: ['Invalid JSON format for column_data_types'].map((words) => (field === 'column_data_types' ? words : 'Not valid JSON.')),
    })
  }
}
