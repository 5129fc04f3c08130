import { type Page } from '@playwright/test'
import { choose, expect, expectDrawnCharts, openAs, password, test } from './fixtures.ts'

/** Puts a permission on or takes it off in the dialog of a role. */
async function setPermission(page: Page, text: string, name: RegExp, isOn: boolean): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill(text)
  await page.getByRole('group', { name: 'Permissions' }).getByRole('checkbox', { name }).first().setChecked(isOn)
}

test('EXP-7.20 a person of the role Gamma sees no charts and no data until a role gives them a dataset', async ({ page, browser, server }) => {
  // A role, made on the screen, with one harmless permission.
  await page.goto('/superset/welcome/')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: /Roles/ }).click()
  await page.getByRole('button', { name: 'New role' }).click()
  const roleDialog = page.getByRole('dialog', { name: 'New role' })
  await roleDialog.getByRole('textbox', { name: 'Name' }).fill('Reads orders')
  await setPermission(page, 'can_read Chart', /can_read on Chart$/, true)
  await roleDialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The role Reads orders is saved')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Reads orders' })).toBeVisible()

  // A person with it and Gamma.
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: /Users/ }).click()
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Greta')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Gamma')
  await dialog.getByRole('textbox', { name: 'Username' }).fill('greta')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('greta@example.org')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await choose(dialog, 'Roles', 'Gamma')
  await dialog.getByRole('option', { name: 'Reads orders' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Greta Gamma can sign in now')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'greta@example.org' })).toContainText('Gamma')

  // She sees the house, but nothing in it.
  const { page: hers, context } = await openAs(browser, server.address, 'greta')
  await expect(hers.getByRole('heading', { name: /Greta/ })).toBeVisible()
  await expect(hers.getByRole('main').getByText('Hollowbrook trading')).toHaveCount(0)
  await expect(hers.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'SQL' })).toHaveCount(0)
  await hers.goto('/chart/list/')
  await expect(hers.getByText('No charts yet')).toBeVisible()
  await hers.goto('/tablemodelview/list/')
  await expect(hers.getByText('No datasets yet')).toBeVisible()
  await hers.goto('/dashboard/list/')
  await expect(hers.getByText('No dashboards yet')).toBeVisible()

  // Nor by address.
  await hers.goto('/superset/dashboard/hollowbrook-trading/')
  await expect(hers.getByRole('main').getByRole('alert')).toContainText('This dashboard cannot be opened')
  await expect(hers.getByRole('figure')).toHaveCount(0)
  await hers.goto('/explore/?slice_id=1')
  await expect(hers.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(hers.getByRole('figure')).toHaveCount(0)
  for (const path of ['/users/list/', '/roles/list/', '/sqllab/']) {
    await hers.goto(path)
    await expect(hers.getByRole('button', { name: /New user|New role|Run/ }), path).toHaveCount(0)
  }
  const refused = await hers.request.get(`${server.address}/api/v1/chart/1/data/`)
  expect([403, 404]).toContain(refused.status())
  expect((await hers.request.get(`${server.address}/api/v1/security/users/`)).status()).toBe(403)

  // The role gets the data of one dataset, on the screen.
  await page.goto('/roles/list/')
  const row = page.getByRole('row').filter({ hasText: 'Reads orders' })
  await row.hover()
  await row.getByRole('button', { name: 'Edit role' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Reads orders' })
  await setPermission(page, 'datasource_access orders', /datasource_access on \[examples\]\.\[orders\]/, true)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The role Reads orders is saved')).toBeVisible()

  // Now she sees what is made from it, and nothing else.
  await hers.goto('/chart/list/')
  const search = hers.getByRole('searchbox', { name: 'Search by name' })
  await search.fill('Weekly rev')
  await expect(hers.getByRole('link', { name: 'Weekly revenue' })).toBeVisible()
  await search.fill('Busiest routes')
  await expect(hers.getByText('No results match your filter criteria')).toBeVisible()
  await hers.goto('/tablemodelview/list/')
  await expect(hers.getByRole('link', { name: 'orders', exact: true })).toBeVisible()
  await expect(hers.getByRole('link', { name: 'flights', exact: true })).toHaveCount(0)
  await hers.goto('/superset/dashboard/hollowbrook-trading/')
  await expectDrawnCharts(hers, 8)
  await expect(hers.getByRole('button', { name: 'Edit dashboard' }), 'it is not hers to change').toHaveCount(0)
  await context.close()
})
