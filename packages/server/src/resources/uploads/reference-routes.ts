import { databaseUploadEndpoints, uploadFormEndpoints, type AlreadyExists, type UploadOptions, type UploadType } from '@sightline/contract'
import type { Deps } from '../../deps.ts'
import { setFlash } from '../../http/cookies.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { takeReceived } from '../../http/receive-files.ts'
import { route, type Call, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { checkTarget, loadUpload } from '../../uploads/load-upload.ts'
import { findPlace } from '../../uploads/may-upload.ts'
import { readFormOptions } from '../../uploads/read-form.ts'
import { keepUpload, previewUpload } from '../../uploads/receive-upload.ts'

const { metadata, upload: uploadFile } = databaseUploadEndpoints
const forms = uploadFormEndpoints

/** A file and where it goes in one call, as clients of the reference send it. The answer waits until the rows are there. */
export const referenceRoutes: readonly Route[] = [
  route(metadata, async (deps, { caller, body, request, signal }) => {
    const options = readFormOptions(body)
    const upload = await keepUpload(deps, caller, takeReceived(request), body.type)
    try {
      const first = unwrap(await previewUpload(deps, upload, options, signal))
      const items = [{ sheet_name: first.sheet_name, column_names: first.columns.map(({ name }) => name) }]
      for (const sheet_name of first.sheets.filter((name) => name !== first.sheet_name)) {
        // A sheet that cannot be read has no columns; the others still count.
        const other = await previewUpload(deps, upload, { ...options, sheet_name }, signal)
        items.push({ sheet_name, column_names: other.ok ? other.value.columns.map(({ name }) => name) : [] })
      }
      const place = (name: string | null): number => first.sheets.indexOf(name ?? '')
      return { result: { items: items.sort((a, b) => place(a.sheet_name) - place(b.sheet_name)) } }
    } finally {
      await deps.uploads.remove(upload)
    }
  }),
  route(uploadFile, async (deps, call) => {
    const { body, params } = call
    await loadAtOnce(deps, call, {
      type: body.type,
      field: 'file',
      databaseId: idOf(params.id),
      schema: body.schema ?? null,
      table: body.table_name,
      ifExists: body.already_exists ?? 'fail',
      options: readFormOptions(body),
    })
    return { message: 'OK' }
  }),
  ...[forms.csvPage, forms.excelPage, forms.columnarPage].map((page) =>
    route(page, async (_deps, { reply }) => reply.redirect('/tablemodelview/list/?show_upload_modal=true')),
  ),
  route(forms.csv, async (deps, call) => {
    const { body } = call
    const delimiter = (body.delimiter === 'other' ? body.otherInput : body.delimiter) || ','
    const options = readFormOptions(
      { ...body, delimiter },
      {
        column_data_types: 'dtype',
        column_dates: 'parse_dates',
        decimal_character: 'decimal',
        index_column: 'index_col',
        columns_read: 'use_cols',
        header_row: 'header',
        rows_to_read: 'nrows',
        skip_rows: 'skiprows',
      },
    )
    return loadForm(deps, call, 'csv', 'csv_file', body.table_name, { ...options, ...headerOf(body) })
  }),
  route(forms.excel, async (deps, call) => {
    const { body } = call
    const options = readFormOptions(body, {
      column_dates: 'parse_dates',
      decimal_character: 'decimal',
      index_column: 'index_col',
      dataframe_index: 'index',
      header_row: 'header',
      rows_to_read: 'nrows',
      skip_rows: 'skiprows',
    })
    return loadForm(deps, call, 'excel', 'excel_file', body.name, { ...options, ...headerOf(body) })
  }),
  route(forms.columnar, async (deps, call) => {
    const options = readFormOptions(call.body, { columns_read: 'usecols', dataframe_index: 'index' })
    return loadForm(deps, call, 'columnar', 'columnar_file', call.body.name, options)
  }),
]

/** A header field that is there and empty means that there is no header. */
const headerOf = ({ header }: { readonly header?: string | null | undefined }): UploadOptions => (header === '' ? { header_row: null } : {})

interface Form {
  readonly database: string
  readonly schema?: string | null | undefined
  readonly if_exists?: AlreadyExists | undefined
}

async function loadForm(deps: Deps, call: Call<unknown, unknown, Form>, type: UploadType, field: string, table: string, options: UploadOptions) {
  const { body, reply } = call
  if (table.includes('.')) throw new Refusal(400, { [type === 'csv' ? 'table_name' : 'name']: ['Table name cannot contain a schema'] })
  await loadAtOnce(deps, call, {
    type,
    field,
    databaseId: Number(body.database),
    schema: body.schema || null,
    table,
    ifExists: body.if_exists ?? 'fail',
    options,
  })
  setFlash(reply, 'data-imported')
  return reply.redirect('/tablemodelview/list/')
}

interface Order {
  readonly type: UploadType
  readonly field: string
  readonly databaseId: number
  readonly schema: string | null
  readonly table: string
  readonly ifExists: AlreadyExists
  readonly options: UploadOptions
}

async function loadAtOnce(deps: Deps, { caller, request, signal }: Call<unknown, unknown, unknown>, order: Order): Promise<void> {
  const upload = await keepUpload(deps, caller, takeReceived(request), order.type, order.field)
  const stop = (): void => upload.controller.abort()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const place = await findPlace(deps, caller, order.databaseId, order.schema || null, signal)
    const target = { ...place, table: order.table, ifExists: order.ifExists }
    await checkTarget(deps, caller, target, signal)
    upload.status = 'loading'
    const loaded = await loadUpload(deps, caller, upload, target, order.options)
    if (!loaded.ok) throw new Refusal(loaded.problem, loaded.problem.status ?? 422)
    upload.status = 'success'
  } finally {
    signal.removeEventListener('abort', stop)
    await deps.uploads.remove(upload)
  }
}
