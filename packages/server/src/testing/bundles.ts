import { parse } from 'yaml'
import { readZip } from '../files/read-zip.ts'
import { zipFiles } from '../files/zip.ts'
import type { TestCall } from './test-app.ts'

/** A bundle of texts by path; `root/` is put before each. */
export const zipOf = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  zipFiles(Object.entries(files).map(([name, text]) => ({ name: `root/${name}`, bytes: Buffer.from(text) })))

/** The files of a bundle by path, read. */
export async function filesOf(bundle: Buffer): Promise<Record<string, any>> {
  const entries = await readZip(bundle, { entries: 20_000, bytesPerFile: 2 ** 30, ratio: 10_000 }, () => true)
  return Object.fromEntries(entries.map(({ name, bytes }) => [name.split('/').slice(1).join('/'), parse(Buffer.from(bytes).toString('utf8'))]))
}

/** A bundle in a form, as a browser sends it. */
export function formOf(resource: string, bundle: Buffer, fields: Readonly<Record<string, string>> = {}): { readonly type: string; readonly body: Buffer } {
  const mark = 'x'.repeat(30)
  const parts = Object.entries(fields).map(([name, value]) => `--${mark}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const file = resource === 'assets' ? 'bundle' : 'formData'
  const head = `--${mark}\r\ncontent-disposition: form-data; name="${file}"; filename="b.zip"\r\ncontent-type: application/zip\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), bundle, Buffer.from(`\r\n--${mark}--\r\n`)])
  return { type: `multipart/form-data; boundary=${mark}`, body }
}

export function takeIn(call: TestCall, resource: string, bundle: Buffer, fields: Readonly<Record<string, string>> = {}): ReturnType<TestCall> {
  const { type, body } = formOf(resource, bundle, fields)
  return call('POST', `/api/v1/${resource}/import/`, body, { 'content-type': type })
}

/** Everything of a bundle but ids and the moment it was made, by path and uuid: two objects of one name differ in nothing but the id. */
export async function comparable(bundle: Buffer): Promise<Record<string, any>> {
  const files = Object.entries(await filesOf(bundle)).filter(([path]) => path !== 'metadata.yaml')
  const text = JSON.stringify(Object.fromEntries(files.map(([path, file]) => [`${path.replace(/_\d+\.yaml$/, '_N.yaml')} ${String(file['uuid'])}`, file])))
  return JSON.parse(
    text
      .replace(/(\\?")(chartId|datasetId|id)\1: ?\d+/g, '$1$2$1:0')
      .replace(/\d+__table/g, '0__table')
      .replace(/\\?"(chartsInScope|excluded|immune|timed_refresh_immune_slices)\\?":\[[\d,]*\]/g, (found) => found.replace(/\d+/g, '0'))
      .replace(/"\d+":/g, '"0":')
      .replace(/\\"\d+\\":/g, '\\"0\\":'),
  ) as Record<string, any>
}
