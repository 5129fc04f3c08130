import { writeFileSync } from 'node:fs'
import { type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { choose, expect, test } from './fixtures.ts'

const csv = 'id,day,product,price,note\n1,2026-01-03,Tea,3.50,\n2,2026-01-04,"Coffee, black",2.90,cold\n9007199254740993,2026-01-05,Cake,4.20,N/A\n'

interface GivenFile {
  readonly name: string
  readonly text: string
}

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

async function chooseFile(page: Page, { name, text }: GivenFile): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** Drags a file over the page and lets it go there. */
async function dropFile(page: Page, { name, text }: GivenFile): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const data = new DataTransfer()
      data.items.add(new File([file.text], file.name, { type: 'text/csv' }))
      return data
    },
    { name, text },
  )
  await page.dispatchEvent('main', 'dragenter', { dataTransfer })
  await expect(page.getByText('Drop the file to upload it')).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer })
  await expect(page.getByText('Drop the file to upload it')).toHaveCount(0)
}

test('EXP-2.36 a file chosen on the home page is looked at, loaded and ends in the explorer', async ({ page, api }) => {
  await page.goto('/superset/welcome/')
  await page.getByRole('button', { name: /Drop a file/ }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  expect.soft(await findFaults(page), 'choosing').toEqual([])
  await chooseFile(page, { name: 'letter.docx', text: 'x' })
  await expect(page.getByRole('alert')).toContainText('Upload a file with a valid extension. Valid: [csv,tsv,xlsx,parquet,zip]')

  await chooseFile(page, { name: 'Journey sales.csv', text: csv })
  const dialog = page.getByRole('dialog', { name: 'CSV upload' })
  await expect(dialog.getByRole('textbox', { name: 'Table name' })).toHaveValue('journey_sales')
  await expect(dialog.getByRole('combobox', { name: 'Database' })).toContainText('Uploads')
  await expect(dialog.getByRole('button', { name: 'Type of id: Whole number' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Type of day: Date' })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: '9007199254740993' })).toBeVisible()
  expect.soft(await findFaults(page), 'preview').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.waitForTimeout(250)
  expect.soft(await findFaults(page), 'preview, dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })

  // One column as text, one left out; rows below the second only.
  await dialog.getByRole('button', { name: /Type of id/ }).click()
  await page.getByRole('menuitemradio', { name: 'Text' }).click()
  await expect(dialog.getByRole('button', { name: 'Type of id: Text' })).toBeVisible()
  await dialog.getByRole('button', { name: /Type of note/ }).click()
  await page.getByRole('menuitem', { name: 'Skip this column' }).click()
  await expect(dialog.getByRole('button', { name: 'Type of note: Skipped' })).toBeVisible()
  await dialog.getByText('Rows', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Rows to read' }).fill('0')
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Rows to read' }).fill('2')
  await expect(dialog.getByRole('cell', { name: '9007199254740993' })).toHaveCount(0)
  expect.soft(await findFaults(page), 'sections').toEqual([])
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()

  await expect(page.getByText('Data imported')).toBeVisible()
  await page.waitForURL(/\/explore\/\?.*datasource_id=\d+/)
  await expect(page.getByRole('heading', { name: 'journey_sales' })).toBeVisible()
  const id = new URL(page.url()).searchParams.get('datasource_id')
  const { result } = await api.get(`/api/v1/dataset/${id}`)
  expect(result.columns.map((column: { column_name: string }) => column.column_name).toSorted()).toEqual(['day', 'id', 'price', 'product'])
  expect(result.columns.find((column: { column_name: string }) => column.column_name === 'id').type).toMatch(/CHAR/)
})

test('EXP-2.36 a file dropped anywhere is taken; a table that exists is refused beside the choice, then replaced', async ({ page }) => {
  await page.goto('/chart/list/')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await dropFile(page, { name: 'dropped.csv', text: csv })
  const dialog = page.getByRole('dialog', { name: 'CSV upload' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.waitForURL(/\/explore\//)

  await page
    .getByRole('button', { name: 'New', exact: true })
    .or(page.getByRole('button', { name: 'Create' }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Upload data' }).click()
  await chooseFile(page, { name: 'dropped.csv', text: 'a;b\n1;x\n' })
  await expect(dialog.getByRole('button', { name: 'Type of b: Text' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByRole('combobox', { name: 'If table already exists' })).toHaveAccessibleDescription(/^Table already exists/)
  expect.soft(await findFaults(page), 'refused').toEqual([])

  // Closing asks first, because the file is there already.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave the upload?' }).getByRole('button', { name: 'Cancel' }).click()
  await choose(dialog, 'If table already exists', 'Replace')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Data imported').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('sending and loading show how far they are and can be stopped; nothing is left behind', async ({ page, api }, testInfo) => {
  const line = (at: number): string => `${at},2026-01-01 10:00:00,some text that makes the line longer ${at},${at * 1.5}\n`
  const text = `id,at,words,amount\n${Array.from({ length: 300_000 }, (_, at) => line(at)).join('')}`
  const file = testInfo.outputPath('large.csv')
  writeFileSync(file, text)
  await page.goto('/tablemodelview/list/?show_upload_modal=true')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()])
  await chooser.setFiles(file)
  const bar = page.getByRole('progressbar')
  const dialog = page.getByRole('dialog', { name: 'CSV upload' })
  await expect(bar.or(dialog.getByRole('textbox', { name: 'Table name' }))).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading into large' })).toBeVisible()
  expect.soft(await findFaults(page), 'loading').toEqual([])
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('The upload was stopped')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  const { count } = await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:large)))')
  expect(count).toBe(0)
})
