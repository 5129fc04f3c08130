import type { UploadColumnType, UploadOptions, UploadType } from '@sightline/contract'
import { t } from '../../words/words.ts'

/** How the file is read, as the form holds it. Numbers are texts until they are sent. */
export interface ReadForm {
  /** Empty: as found in the file. */
  readonly delimiter: string
  readonly sheet_name: string | undefined
  readonly hasHeader: boolean
  readonly header_row: string
  readonly skip_rows: string
  readonly rows_to_read: string
  readonly skip_blank_lines: boolean
  readonly skip_initial_space: boolean
  readonly day_first: boolean
  readonly decimal_character: string
  readonly null_values: readonly string[]
  /** Types that were chosen instead of the found ones, by column. */
  readonly types: Readonly<Record<string, UploadColumnType>>
  readonly skipped: readonly string[]
  readonly dataframe_index: boolean
  readonly index_column: string | undefined
  readonly index_label: string
}

export const newReadForm: ReadForm = {
  delimiter: '',
  sheet_name: undefined,
  hasHeader: true,
  header_row: '0',
  skip_rows: '0',
  rows_to_read: '',
  skip_blank_lines: true,
  skip_initial_space: false,
  day_first: false,
  decimal_character: '.',
  null_values: [],
  types: {},
  skipped: [],
  dataframe_index: false,
  index_column: undefined,
  index_label: '',
}

/** What changes which columns there are; what was chosen for columns is void then. */
const reshaping: readonly (keyof ReadForm)[] = ['delimiter', 'sheet_name', 'hasHeader', 'header_row', 'skip_rows']

export const changeReading = (form: ReadForm, part: Partial<ReadForm>): ReadForm => {
  const isReshaped = reshaping.some((key) => key in part && part[key] !== form[key])
  return { ...form, ...(isReshaped ? { types: {}, skipped: [], index_column: undefined } : {}), ...part }
}

/** Choosing the found type again is no choice. */
export const withType = (form: ReadForm, column: string, type: UploadColumnType, found: UploadColumnType | undefined): ReadForm => {
  const { [column]: _, ...others } = form.types
  return { ...form, types: type === found ? others : { ...others, [column]: type } }
}

export const withSkipped = (form: ReadForm, column: string, isSkipped: boolean): ReadForm => ({
  ...form,
  skipped: isSkipped ? [...form.skipped.filter((name) => name !== column), column] : form.skipped.filter((name) => name !== column),
})

const whole = (text: string): number | undefined => (/^\d+$/.test(text.trim()) ? Number(text) : undefined)

export type ReadFaults = Partial<Record<'header_row' | 'skip_rows' | 'rows_to_read' | 'columns', string>>

export const findReadFaults = (form: ReadForm, type: UploadType, columns: readonly string[]): ReadFaults => {
  const faults: ReadFaults = {}
  if (columns.length > 0 && columns.every((name) => form.skipped.includes(name))) faults.columns = t('uploads.allSkipped')
  if (type === 'columnar') return faults
  if (form.hasHeader && (whole(form.header_row) ?? 1001) > 1000) faults.header_row = t('uploads.badRow')
  if (whole(form.skip_rows) === undefined) faults.skip_rows = t('uploads.badRow')
  if (form.rows_to_read.trim() !== '' && (whole(form.rows_to_read) ?? 0) < 1) faults.rows_to_read = t('uploads.badRows')
  return faults
}

/** Options that decide what stands in the preview. What is usual is left out. */
export const previewOptions = (form: ReadForm, type: UploadType): UploadOptions => {
  if (type === 'columnar') return {}
  const header = whole(form.header_row) ?? 0
  const skip = whole(form.skip_rows) ?? 0
  const most = whole(form.rows_to_read)
  return {
    ...(form.hasHeader ? (header === 0 ? {} : { header_row: header }) : { header_row: null }),
    ...(skip === 0 ? {} : { skip_rows: skip }),
    ...(most === undefined || most === 0 ? {} : { rows_to_read: most }),
    ...(form.decimal_character === '.' ? {} : { decimal_character: form.decimal_character }),
    ...(form.null_values.length === 0 ? {} : { null_values: [...form.null_values] }),
    ...(Object.keys(form.types).length === 0 ? {} : { column_data_types: form.types }),
    ...(type === 'excel' && form.sheet_name !== undefined ? { sheet_name: form.sheet_name } : {}),
    ...(type !== 'csv'
      ? {}
      : {
          ...(form.delimiter === '' ? {} : { delimiter: form.delimiter }),
          ...(form.skip_blank_lines ? {} : { skip_blank_lines: false }),
          ...(form.skip_initial_space ? { skip_initial_space: true } : {}),
          ...(form.day_first ? { day_first: true } : {}),
        }),
  }
}

/** Options for loading: also which columns are left out and whether the rows get an index. */
export const loadOptions = (form: ReadForm, type: UploadType, columns: readonly string[]): UploadOptions => ({
  ...previewOptions(form, type),
  ...(columns.some((name) => form.skipped.includes(name)) ? { columns_read: columns.filter((name) => !form.skipped.includes(name)) } : {}),
  ...(form.dataframe_index
    ? {
        dataframe_index: true,
        ...(form.index_label.trim() === '' ? {} : { index_label: form.index_label.trim() }),
        ...(type !== 'columnar' && form.index_column !== undefined ? { index_column: form.index_column } : {}),
      }
    : {}),
})
