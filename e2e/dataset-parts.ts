import { type Locator, type Page } from '@playwright/test'
import { expect, type Api } from './fixtures.ts'

/** What journeys of datasets have in common. */

export const notOwner = 'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.'

export async function examplesId(api: Api): Promise<number> {
  const { result } = await api.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:examples)))')
  return result[0].id
}

/** Changes the database of the examples, which otherwise only answers questions. */
export async function runInExamples(api: Api, ...statements: readonly string[]): Promise<void> {
  const id = await examplesId(api)
  await api.send('PUT', `/api/v1/database/${id}`, { allow_dml: true })
  for (const sql of statements) await api.send('POST', '/api/v1/sqllab/execute/', { database_id: id, schema: 'main', sql, runAsync: false })
  await api.send('PUT', `/api/v1/database/${id}`, { allow_dml: false })
}

/** A dataset over SQL, or over a table of the examples. → its id */
export async function makeDataset(api: Api, name: string, sql?: string): Promise<number> {
  return (
    await api.send('POST', '/api/v1/dataset/', { database: await examplesId(api), schema: 'main', table_name: name, ...(sql === undefined ? {} : { sql }) })
  ).id
}

export async function datasetId(api: Api, name: string): Promise<number> {
  const { result } = await api.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:%27${encodeURIComponent(name)}%27)))`)
  expect(result, `the dataset “${name}”`).toHaveLength(1)
  return result[0].id
}

/** A chart that counts the rows of a dataset by one of its columns. → its id */
export async function makeTableChart(api: Api, name: string, dataset: number, form: Readonly<Record<string, unknown>>): Promise<number> {
  const params = JSON.stringify({ viz_type: 'table', datasource: `${dataset}__table`, ...form })
  const body = { slice_name: name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params }
  return (await api.send('POST', '/api/v1/chart/', body)).id
}

/** The row of a list by the name it links to. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

export async function openRowMenu(page: Page, name: string): Promise<void> {
  await rowOf(page, name).hover()
  await rowOf(page, name).getByRole('button', { name: 'More' }).click()
}

/** Opens Edit Dataset from the list. */
export async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.goto('/tablemodelview/list/')
  await rowOf(page, name).hover()
  await rowOf(page, name).getByRole('button', { name: 'Edit dataset' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit Dataset ${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}
