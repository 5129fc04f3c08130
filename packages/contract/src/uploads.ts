import { z } from 'zod'
import { endpoint, type Access } from './endpoint.ts'
import { flag, optionalText, text, whole } from './fields.ts'
import { idParams, risonQuery } from './resource.ts'

export const uploadTypes = ['csv', 'excel', 'columnar'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Endings of file names that each kind takes. */
export const uploadExtensions = { csv: ['csv', 'tsv'], excel: ['xlsx'], columnar: ['parquet', 'zip'] } as const satisfies Record<UploadType, readonly string[]>

/** The kind a file name's ending stands for. */
export function uploadTypeOf(fileName: string): UploadType | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return uploadTypes.find((type) => (uploadExtensions[type] as readonly string[]).includes(ending)) ?? null
}

/** Types a column of a file can get. */
export const uploadColumnTypes = ['integer', 'decimal', 'double', 'string', 'boolean', 'date', 'timestamp'] as const
export type UploadColumnType = (typeof uploadColumnTypes)[number]

const names = z.array(text(1, 1000)).max(5000)

/** How a file is read; what is left out is found in the file itself or has the value named here. */
export const uploadOptions = z.strictObject({
  /** CSV. Found in the file where absent. */
  delimiter: text(1, 4).nullable().optional(),
  /** CSV and Excel. The row, counted from 0 after the skipped ones, that names the columns; null: there is none. 0. */
  header_row: whole(0, 1000).nullable().optional(),
  /** CSV and Excel. Rows to leave out before the header. 0. */
  skip_rows: whole(0, 1_000_000).nullable().optional(),
  /** CSV and Excel. At most so many rows. All. */
  rows_to_read: whole(1).nullable().optional(),
  /** CSV. True. */
  skip_blank_lines: flag().nullable().optional(),
  /** CSV. Spaces after a delimiter are no part of the value. False. */
  skip_initial_space: flag().nullable().optional(),
  /** CSV. 03/04/2026 is the third of April. False. */
  day_first: flag().nullable().optional(),
  /** CSV and Excel. `.` */
  decimal_character: text(1, 1).nullable().optional(),
  /** CSV and Excel. Texts that mean nothing is there, besides the empty one. */
  null_values: z.array(text(0, 250)).max(100).nullable().optional(),
  /** CSV and Excel. Columns whose texts are moments. */
  column_dates: names.nullable().optional(),
  /** CSV. Column name → type; of the types above, or a word of the reference for one (`int64`, `str`). */
  column_data_types: z.record(z.string(), text(1, 100)).nullable().optional(),
  /** Only these columns. All. */
  columns_read: names.nullable().optional(),
  /** CSV and Excel. The column that becomes the index; it is written only with `dataframe_index`. */
  index_column: optionalText(0, 1000),
  /** Write the index (the number of the row, or `index_column`) as a column of its own. False. */
  dataframe_index: flag().nullable().optional(),
  /** The name of that column. `index`. */
  index_label: optionalText(0, 1000),
  /** Excel. The first one. */
  sheet_name: optionalText(0, 250),
})
export type UploadOptions = z.infer<typeof uploadOptions>

export const alreadyExists = ['fail', 'replace', 'append'] as const
export type AlreadyExists = (typeof alreadyExists)[number]

export const uploadLoad = z.strictObject({
  database_id: whole(),
  schema: optionalText(0, 250),
  table_name: text(1, 250),
  already_exists: z.enum(alreadyExists).optional(),
  options: uploadOptions.optional(),
})
export type UploadLoad = z.infer<typeof uploadLoad>

/** `ready` or `failed`: preview it, change options, load it (again). */
export const uploadStatuses = ['ready', 'loading', 'success', 'failed', 'stopped'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const preview = z.object({
  /** Sheets of a workbook by name, empty for other files. */
  sheets: z.array(z.string()),
  /** What was read: given by the options, or found in the file. */
  sheet_name: z.string().nullable(),
  delimiter: z.string().nullable(),
  header_row: z.int().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.enum(uploadColumnTypes) })),
  /** The first rows, at most 100. Moments are ISO texts, numbers too long for a double are texts. */
  rows: z.array(z.array(cell)),
})
export type UploadPreview = z.infer<typeof preview>

const received = preview.extend({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  type: z.enum(uploadTypes),
  /** A name for the table, made from the file's. */
  table_name: z.string(),
  /** Why the file cannot be read as it is; columns and rows then show it without a header, so that one sees what to skip. */
  problem: z.string().nullable(),
})
export type ReceivedUpload = z.infer<typeof received>

const state = z.object({
  id: z.string(),
  status: z.enum(uploadStatuses),
  /** Rows given to the database so far; all of them once it succeeded. */
  rows: z.int(),
  /** Rows in the file, once they are counted. */
  total_rows: z.int().nullable(),
  dataset_id: z.int().nullable(),
  /** Why it failed, for people. */
  error: z.string().nullable(),
})
export type UploadState = z.infer<typeof state>

const place = z.object({
  id: z.int(),
  database_name: z.string(),
  backend: z.string(),
  /** The database of the embedded engine that is there for uploads. */
  is_default: z.boolean(),
})
export type UploadPlace = z.infer<typeof place>

/** Texts of a form; an empty one is none. Lists are separated by commas, or written as JSON. */
const formTexts = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, optionalText(0, 100_000)])) as Record<Name, ReturnType<typeof optionalText>>

const optionNames = Object.keys(uploadOptions.shape) as (keyof UploadOptions)[]
const formFields = <Shape extends z.ZodRawShape, Name extends string>(own: Shape, texts: readonly Name[]) =>
  z.object({ ...formTexts(texts), ...own, schema: optionalText(0, 250), csrf_token: optionalText() })

/** The fields of an upload in one call. */
export const uploadForm = formFields({ type: z.enum(uploadTypes), table_name: text(1, 10_000), already_exists: z.enum(alreadyExists).optional() }, optionNames)
export type UploadForm = z.infer<typeof uploadForm>

const databaseText = text(1).refine((value) => /^\d{1,9}$/.test(value), { error: 'Not a valid choice.' })
const ifExists = z.enum(alreadyExists).optional()

/** The three forms of older clients, with names of their own. */
export const csvForm = formFields({ table_name: text(1, 250), database: databaseText, if_exists: ifExists }, [
  'delimiter',
  'otherInput',
  'dtype',
  'skip_initial_space',
  'skip_blank_lines',
  'parse_dates',
  'day_first',
  'decimal',
  'null_values',
  'index_col',
  'dataframe_index',
  'index_label',
  'use_cols',
  'overwrite_duplicate',
  'header',
  'nrows',
  'skiprows',
])
export const excelForm = formFields({ name: text(1, 250), database: databaseText, if_exists: ifExists }, [
  'sheet_name',
  'header',
  'index_col',
  'skiprows',
  'nrows',
  'parse_dates',
  'decimal',
  'index',
  'index_label',
  'null_values',
])
export const columnarForm = formFields({ name: text(1, 250), database: databaseText, if_exists: ifExists }, ['usecols', 'index', 'index_label'])

const access: Access = { permission: 'can_upload', view: 'Database' }
const base = '/api/v1/upload'

/** One file is sent once, looked at as often as needed, then loaded. */
export const uploadEndpoints = {
  places: endpoint({
    method: 'GET',
    path: `${base}/places/`,
    tag: 'upload',
    summary: 'Databases that take files from the caller; the embedded one is made if need be',
    access,
    reply: z.object({ result: z.array(place), limit_mb: z.int(), extensions: z.record(z.enum(uploadTypes), z.array(z.string())) }),
  }),
  receive: endpoint({
    method: 'POST',
    path: `${base}/`,
    tag: 'upload',
    summary: 'Send a file (form field `file`, several of them for columnar ones); answers what is in it',
    access,
    takesFiles: ['file'],
    body: z.object({ type: z.enum(uploadTypes).optional(), csrf_token: z.string().optional() }).optional(),
    reply: z.object({ id: z.string(), result: received }),
    status: 201,
  }),
  preview: endpoint({
    method: 'GET',
    path: `${base}/:id/preview`,
    tag: 'upload',
    summary: 'What is in the file when it is read with the options of `q`',
    access,
    params: idParams,
    query: risonQuery,
    reply: z.object({ id: z.string(), result: preview }),
    isLogged: false,
  }),
  load: endpoint({
    method: 'POST',
    path: `${base}/:id/load/`,
    tag: 'upload',
    summary: 'Write the file into a table and make a dataset over it',
    access,
    params: idParams,
    body: uploadLoad,
    reply: z.object({ id: z.string() }),
    status: 202,
  }),
  state: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    tag: 'upload',
    summary: 'How far loading has come',
    access,
    params: idParams,
    reply: state,
    isLogged: false,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    tag: 'upload',
    summary: 'Stop loading, if it has begun, and forget the file',
    access,
    params: idParams,
    reply: z.object({ message: z.string() }),
  }),
}

const done = z.object({ message: z.string() })

/** A file and where it goes in one call, as clients of the reference send it. */
export const databaseUploadEndpoints = {
  metadata: endpoint({
    method: 'POST',
    path: '/api/v1/database/upload_metadata/',
    tag: 'database',
    summary: 'The sheets and columns of a file',
    access,
    takesFiles: ['file'],
    body: formFields({ type: z.enum(uploadTypes) }, ['delimiter', 'header_row']),
    reply: z.object({ result: z.object({ items: z.array(z.object({ sheet_name: z.string().nullable(), column_names: z.array(z.string()) })) }) }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/database/:id/upload/',
    tag: 'database',
    summary: 'Write a file into a table and make a dataset over it',
    access,
    takesFiles: ['file'],
    params: idParams,
    body: uploadForm,
    reply: done,
    status: 201,
  }),
}

const form = <Body>(path: string, view: string, file: string, body: z.ZodType<Body>) =>
  endpoint<unknown, unknown, Body, never>({
    method: 'POST',
    path,
    tag: 'pages',
    summary: `Write a file into a table (field \`${file}\`)`,
    access: { permission: 'can_this_form_post', view },
    takesFiles: [file],
    body,
    produces: 'redirect',
    status: 302,
    action: view,
  })

const page = (path: string, view: string) =>
  endpoint<unknown, unknown, unknown, never>({
    method: 'GET',
    path,
    tag: 'pages',
    summary: 'To the upload dialog',
    access: { permission: 'can_this_form_get', view },
    produces: 'redirect',
    status: 302,
    action: view,
  })

export const uploadFormEndpoints = {
  csvPage: page('/csvtodatabaseview/form', 'CsvToDatabaseView'),
  excelPage: page('/exceltodatabaseview/form', 'ExcelToDatabaseView'),
  columnarPage: page('/columnartodatabaseview/form', 'ColumnarToDatabaseView'),
  csv: form('/csvtodatabaseview/form', 'CsvToDatabaseView', 'csv_file', csvForm),
  excel: form('/exceltodatabaseview/form', 'ExcelToDatabaseView', 'excel_file', excelForm),
  columnar: form('/columnartodatabaseview/form', 'ColumnarToDatabaseView', 'columnar_file', columnarForm),
}
