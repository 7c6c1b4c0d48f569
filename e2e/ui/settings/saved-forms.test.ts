import { expect, type Page } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

type Form = { path: string; field: string; value: string; keeps?: boolean }

/** A page with a form that stays open when it is saved, a field of it and another value for it. */
const FORMS: Form[] = [
  { path: '/settings/business', field: 'Support email', value: 'help@kaveri-stores.example' },
  { path: '/settings/payments', field: 'Fee', value: '2.36' },
  // A raised threshold waits for approval, so this one stays as it is set.
  { path: '/settings/approvals', field: 'Wallet credits by admin above', value: '900000', keeps: true },
  { path: '/settings/retention', field: 'Request log', value: '31' },
  { path: '/settlements/schedule', field: 'Delay', value: '5' },
  { path: '/settings/account?open=profile', field: 'Name', value: 'Demo Owner' },
]

/** The values of the form that has a field, by name. */
function valuesOf(page: Page, field: string): Promise<Record<string, string>> {
  return page
    .getByLabel(field)
    .first()
    .evaluate((control) => {
      const form = (control as HTMLInputElement).form
      const values = [...new FormData(form ?? undefined)].filter(
        ([name]) => !/^\$ACTION|_key$|password/.test(name),
      )
      return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
    })
}

for (const { path, field, value, keeps } of FORMS)
  test(`${path} shows what was saved, also in the fields that were not touched`, async ({ page }) => {
    await openAs(page, 'owner', path)
    const control = page.getByLabel(field).first()
    const before = await valuesOf(page, field)
    const save = page.locator('form').filter({ has: control }).getByRole('button', { name: /^Save/ })
    const given = await control.inputValue()
    await control.fill(value)
    await save.click()
    await expect(page.getByText(/saved/i).first()).toBeVisible()
    await expect(save).toBeFocused()
    const shown = await valuesOf(page, field)
    await page.goto(path)
    const stored = await valuesOf(page, field)
    expect(shown).toEqual(stored)
    const changed = Object.keys(before).filter((name) => before[name] !== stored[name])
    expect(changed.length).toBeLessThanOrEqual(1)
    if (keeps) return
    await page.getByLabel(field).first().fill(given)
    await page
      .locator('form')
      .filter({ has: page.getByLabel(field).first() })
      .getByRole('button', { name: /^Save/ })
      .click()
    await expect(page.getByText(/saved/i).first()).toBeVisible()
    await page.goto(path)
    expect(await valuesOf(page, field)).toEqual(before)
  })
