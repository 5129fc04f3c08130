import { frameOf, printCsv, type Cell, type Frame, type Table } from '@sightline/core'
import { printPieces } from './print-pieces.ts'
import { printWorkbook } from '../files/print-workbook.ts'
import { zipFiles } from '../files/zip.ts'
import { Refusal } from '../http/problem.ts'
import { finalTable } from './print-answers.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

export interface DownloadedFile {
  readonly extension: 'csv' | 'xlsx' | 'zip'
  readonly type: string
  readonly bytes: Uint8Array
}

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip: 'application/zip' } as const

/** The rows as a file; those of several queries as an archive of files. */
export async function printFiles(answers: readonly ChartDataAnswer[], format: 'csv' | 'xlsx'): Promise<DownloadedFile> {
  const files: Uint8Array[] = []
  for (const answer of answers) {
    if (answer.kind !== 'rows') throw new Refusal(400, 'Only rows can be sent as a file')
    const table = finalTable(answer.ran)
    if (!table.ok) throw new Refusal(400, `Error: ${table.problem.message}`)
    const frame = frameOf(table.value)
    const names = shownNames(frame, answer)
    files.push(format === 'csv' ? await printPieces(printCsv(frame, names)) : await printWorkbook(frame, names, labelsOf(table.value)))
  }
  const [only] = files
  if (only && files.length === 1) return { extension: format, type: types[format], bytes: only }
  const entries = files.map((bytes, at) => ({ name: `query_${at + 1}.${format}`, bytes }))
  return { extension: 'zip', type: types.zip, bytes: await zipFiles(entries) }
}

/** The names that people gave to columns and metrics. */
function shownNames(frame: Frame, { loaded }: Extract<ChartDataAnswer, { kind: 'rows' }>): readonly string[] {
  const verbose = new Map([
    ...loaded.columns.map((column) => [column.column_name, column.verbose_name] as const),
    ...loaded.metrics.map((metric) => [metric.metric_name, metric.verbose_name] as const),
  ])
  return frame.columns.map(({ name }) => verbose.get(name) || name)
}

const labelsOf = ({ index, numbers }: Table): readonly Cell[] => index[0]?.values ?? numbers
