import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'

const bar = (page: Page) => page.getByRole('form', { name: 'Selection' })
const box = (page: Page, id: string) => page.getByRole('checkbox', { name: `Select ${id}` })
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })

/** Three captured payments of one payer, so that a test finds only its own. */
async function threeOf(email: string, amount: number) {
  return [
    await makePayment({ email, amount }),
    await makePayment({ email, amount }),
    await makePayment({ email, amount }),
  ] as const
}

test('selected payments are counted and added up, and refunded as a batch after the check page', async ({
  page,
}) => {
  const email = `${unique('select')}@example.com`
  const [first, second, third] = await threeOf(email, 40_000)
  await openAs(page, 'owner', `/payments?email=${email}`)
  await expect(bar(page)).toBeHidden()
  // The newest is first; Shift selects what lies between.
  await box(page, third.id).click()
  await expect(bar(page)).toContainText('1 selected · ₹400.00 captured')
  await box(page, first.id).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected · ₹1,200.00 captured')
  await expect(selectPage(page)).toBeChecked()
  await expectUsable(page)
  // x selects the row with the focus, or no longer.
  await page.getByRole('link', { name: second.id }).focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected · ₹800.00 captured')
  await bar(page).getByRole('button', { name: 'Refund' }).click()
  await expect(page).toHaveURL(/batches\/new/)
  await expect(page.getByText('2 selected · ₹800.00 captured')).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Check payments' }).click()
  await expect(page).toHaveURL(/\/batches\/bat_/)
  await expect(page.getByRole('table', { name: 'Rows of this batch' })).toContainText(first.id)
  await page.getByLabel('Total of 2 payments').fill('800')
  await page.getByRole('button', { name: 'Refund 2 payments' }).click()
  await expect(page.getByText('2 of 2 rows processed')).toBeVisible({ timeout: 120_000 })
})

test('every payment that matches is selected beyond the page, and Escape clears the selection', async ({
  page,
}) => {
  await openAs(page, 'owner', '/payments?status=captured')
  await selectPage(page).check()
  await expect(bar(page)).toContainText('25 selected')
  const all = bar(page).getByRole('checkbox', { name: /^All [\d,]+ that match$/ })
  await all.check()
  const count = (await page.locator('[data-list-result]').textContent())?.split(' ')[0]
  await expect(bar(page)).toContainText(`${count} selected · ₹`)
  const href = page.waitForRequest(/payments\/export/)
  await bar(page).getByRole('button', { name: 'Export' }).click()
  expect((await href).url()).toContain('all=1')
  // Without one row it is no longer every row.
  await page.locator('input[name=ids]').first().uncheck()
  await expect(all).not.toBeChecked()
  await expect(bar(page)).toContainText('24 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})

test('selected rows stay on the other pages of the list, are shown alone, and are refunded together', async ({
  page,
}) => {
  const email = `${unique('pages')}@example.com`
  for (let at = 0; at < 27; at += 1) await makePayment({ email, amount: 10_000 })
  await openAs(page, 'owner', `/payments?email=${email}`)
  const boxes = page.locator('input[name=ids][form=selection]')
  const [first, second] = [await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()]
  await box(page, first).check()
  await box(page, second).check()
  await expect(bar(page)).toContainText('2 selected · ₹200.00 captured')
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await expect(boxes).toHaveCount(2)
  await expect(bar(page)).toContainText('2 selected · ₹200.00 captured')
  const third = await boxes.nth(0).inputValue()
  await box(page, third).check()
  await expect(bar(page)).toContainText('3 selected on 2 pages · ₹300.00 captured')
  await expectUsable(page)
  await page.getByRole('link', { name: 'Newer', exact: true }).click()
  await expect(box(page, first)).toBeChecked()
  await box(page, second).uncheck()
  await expect(bar(page)).toContainText('2 selected on 2 pages · ₹200.00 captured')
  // Another filter has a selection of its own.
  await page.goto(`/payments?email=${email}&status=captured`)
  await expect(bar(page)).toBeHidden()
  await page.goto(`/payments?email=${email}`)
  await bar(page).getByRole('link', { name: 'Show selected' }).click()
  await expect(boxes).toHaveCount(2)
  await expect(box(page, third)).toBeChecked()
  await page.goto(`/payments?email=${email}`)
  await bar(page).getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('2 selected · ₹200.00 captured')).toBeVisible()
  // What was done with the rows has ended their selection.
  await page.goto(`/payments?email=${email}`)
  await expect(bar(page)).toBeHidden()
  await box(page, first).check()
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await expect(boxes).toHaveCount(2)
  await expect(bar(page)).toContainText('1 selected')
  // At once, since a page that is just being opened reads what is kept.
  const selectedAfterReset = await page.evaluate(() => {
    document.querySelector<HTMLFormElement>('form#selection')?.reset()
    return Object.keys(sessionStorage).filter((name) => name.startsWith('selection '))
  })
  expect(selectedAfterReset).toEqual([])
  await expect(bar(page)).toBeHidden()
  // As right after the next page has been opened: the row is selected, and no box shows it yet.
  await page.goto(`/payments?email=${email}`)
  await box(page, first).check()
  await expect(bar(page)).toContainText('1 selected')
  const selectedAfterEscape = await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLInputElement>('input[name=ids]')) one.checked = false
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    return Object.keys(sessionStorage).filter((name) => name.startsWith('selection '))
  })
  expect(selectedAfterEscape).toEqual([])
  await expect(bar(page)).toBeHidden()
})

test('? shows every shortcut, and single keys can be switched off', async ({ page }) => {
  await openAs(page, 'support', '/orders')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await expectUsable(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const choose = async (value: 'On' | 'Off') => {
    await page.getByRole('button', { name: /account and display/ }).click()
    await page
      .getByRole('group', { name: 'Single-key shortcuts' })
      .getByRole('button', { name: value })
      .click()
    await expect(page.locator('html')).toHaveAttribute('data-shortcuts', value.toLowerCase())
    await page.keyboard.press('Escape')
  }
  await choose('Off')
  await page.locator('a.row-link').first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('?')
  await expect(sheet).toBeHidden()
  await expect(bar(page)).toBeHidden()
  await choose('On')
})

test('a viewer can select and is told what is missing', async ({ page }) => {
  await openAs(page, 'viewer', '/orders')
  await page.locator('input[name=ids]').first().check()
  await expect(bar(page).getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('rows of the page are selected, checked and listed alone', async ({ page }) => {
    const email = `${unique('select')}@example.com`
    const [first, second] = await threeOf(email, 30_000)
    await openAs(page, 'owner', `/payments?email=${email}`)
    await box(page, first.id).check()
    await box(page, second.id).check()
    await bar(page).getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByText('2 selected · ₹600.00 captured')).toBeVisible()
    await page.getByRole('button', { name: 'Check payments' }).click()
    await expect(page.getByRole('button', { name: 'Refund 2 payments' })).toBeVisible()
  })
})
