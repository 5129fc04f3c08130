import { DuckDBInstance } from '@duckdb/node-api'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipFiles } from '../files/zip.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A workbook of sheets whose rows are written as cells of XML. */
export const workbookOf = (sheets: Readonly<Record<string, string>>, parts: Readonly<Record<string, string>> = {}): Promise<Buffer> => {
  const names = Object.keys(sheets)
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="s${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="s${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="st" Type="${office}/styles" Target="styles.xml"/><Relationship Id="ss" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    // Style 1 is a date, style 2 a date with time, style 3 a time of day, style 4 a number with a word in its format.
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="171" formatCode="0.0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="20"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst><si><t>name</t></si><si><r><t>Ada </t></r><r><t>&amp; Co</t></r><rPh><t>spoken</t></rPh></si></sst>`,
    ...parts,
  }
  for (const [at, name] of names.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`
  return zipFiles(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}

/** The rows of a statement as a Parquet file. */
export async function parquetOf(sql: string): Promise<Buffer> {
  const path = join(tmpdir(), `sightline-${crypto.randomUUID()}.parquet`)
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`)
    return await readFile(path)
  } finally {
    instance.closeSync()
    await rm(path, { force: true })
  }
}

interface FormFile {
  readonly field?: string
  readonly name: string
  readonly bytes: Buffer | string
}

/** A multipart form as a browser sends it. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  ...files: readonly FormFile[]
): { readonly body: Buffer; readonly headers: Record<string, string> } {
  const boundary = `----${crypto.randomUUID()}`
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const { field = 'file', name, bytes } of files)
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
