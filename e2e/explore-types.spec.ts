import { expect, expectDrawn, test } from './fixtures.ts'

test('EXP-2.16 EXP-2.17 tiles change the type at once; the dialog finds types and selects by button or double-click', async ({ page }) => {
  await page.goto('/explore/?datasource_type=table&datasource_id=1&viz_type=big_number_total')
  const tiles = page.getByRole('group', { name: 'Visualization type' })
  await expect(tiles.getByRole('button', { pressed: true })).toHaveAccessibleName('Big Number')
  await expect(tiles.getByRole('button')).toHaveCount(5)
  await tiles.getByRole('button', { name: 'Pie Chart' }).click()
  await expect(tiles.getByRole('button', { pressed: true })).toHaveAccessibleName('Pie Chart')

  await page.getByRole('button', { name: 'View all charts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select a visualization type' })
  await dialog.getByRole('searchbox', { name: 'Search charts' }).fill('table')
  await dialog.getByRole('option', { name: 'Table', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Select', exact: true })).toBeEnabled()
  await dialog.getByRole('option', { name: 'Table', exact: true }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(tiles.getByRole('button', { pressed: true })).toHaveAccessibleName('Table')
})

test('EXP-2.15 what is missing is marked as a mistake only after a try, and a cut result says so', async ({ page }) => {
  await page.goto('/explore/?datasource_type=table&datasource_id=1&viz_type=echarts_timeseries_line')
  await expect(page.getByRole('button', { name: /^Create chart/ })).toBeDisabled()
  await expect(page.getByText('cannot be empty')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('cannot be empty').first()).toBeVisible()

  await page.goto('/explore/?slice_id=8')
  await expectDrawn(page.getByRole('main').getByRole('figure'))
  await expect(page.getByText('10 rows · Limit reached')).toBeVisible()
})
