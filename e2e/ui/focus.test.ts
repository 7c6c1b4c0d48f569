import { expect, type Page } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { Keyboard } from '#e2e/ui/keyboard.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'
import { askForRefund, openPage, setThreshold } from './approvals/make.ts'

/** Presses a button of a page with the keyboard. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  // The script of the button is there once it can be focused and pressed.
  await button.focus()
  await page.keyboard.press('Enter')
}

test.describe('after a decision about an approval', () => {
  test.beforeAll(async ({ browser }) => {
    test.slow()
    const page = await openPage(browser)
    await setThreshold(page)
    await page.context().close()
  })

  test('the focus is on the result of approving', async ({ browser, page }) => {
    test.slow()
    const support = await openPage(browser)
    const { approval } = await askForRefund(support)
    await openAs(page, 'finance', `/approvals/${approval}`)
    await press(page, /^Approve: refund/)
    await expect(page.getByText('Approved and completed')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Approved and completed' })).toBeFocused()
    await support.context().close()
  })

  test('the focus is on the result of rejecting', async ({ browser, page }) => {
    test.slow()
    const support = await openPage(browser)
    const { approval } = await askForRefund(support)
    await openAs(page, 'finance', `/approvals/${approval}`)
    await page.locator('summary', { hasText: 'Reject request' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Reason for rejection').focus()
    await page.keyboard.type('The parcel has arrived.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const result = page.getByRole('status').filter({ hasText: 'The parcel has arrived.' })
    await expect(result).toBeFocused()
    await support.context().close()
  })
})

test('after a batch is started, the focus is on its progress', async ({ page }) => {
  const made = await Promise.all([makePayment({ amount: 20_000 }), makePayment({ amount: 20_000 })])
  await openAs(page, 'owner', '/batches/new')
  await page.getByLabel('Or paste rows').fill(made.map(({ id }) => id).join('\n'))
  await press(page, 'Check rows')
  const total = page.getByLabel('Total of 2 payments')
  await expect(page.getByRole('heading', { name: 'Batch of refunds' })).toBeFocused()
  await total.focus()
  await page.keyboard.type('400')
  await press(page, 'Refund 2 payments')
  await expect(page.getByText(/of 2 rows processed/)).toBeFocused()
})

test('a row that was opened with the keyboard has the focus again on the way back', async ({ page }) => {
  const email = `${unique('focus')}@example.com`
  const [first, second] = [await makePayment({ email }), await makePayment({ email })]
  await openAs(page, 'owner', `/payments?email=${email}`)
  const keyboard = new Keyboard(page)
  await keyboard.press('j')
  await keyboard.press('j')
  const row = page.locator(`a.row-link[href="/payments/${first.id}"]`)
  await expect(row).toBeFocused()
  await keyboard.press('Enter')
  await page.waitForURL(`**/payments/${first.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(row).toBeFocused()
  await keyboard.press('k')
  await expect(page.locator(`a.row-link[href="/payments/${second.id}"]`)).toBeFocused()
})

test('a link of the navigation keeps the focus, and so does the page that it leads to', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Refunds', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/refunds')
  await expect(page.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()
  await expect(link).toBeFocused()
})

test('the link for a customer of a refund has the focus once it is created, and is created again after it is revoked', async ({
  page,
}) => {
  const { id: payment } = await makePayment()
  const { id } = await rest<{ id: string }>(`/payments/${payment}/refund`, { amount: 10_000 })
  await openAs(page, 'owner', `/refunds/${id}`)
  await press(page, 'Create link')
  await expect(page.getByRole('button', { name: 'Copy customer link' })).toBeFocused()
  await press(page, 'Revoke')
  await expect(page.getByRole('button', { name: 'Create link' })).toBeFocused()
})

test('after a comment is deleted, the focus is on the heading of the comments', async ({ page }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', `/payments/${id}`)
  const comments = page.getByRole('region', { name: 'Comments' })
  const field = comments.getByLabel('Comment', { exact: true })
  for (const text of ['First', 'Second']) {
    await field.fill(text)
    await press(page, 'Add comment')
    await expect(comments.getByRole('listitem').filter({ hasText: text })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add comment' })).toBeFocused()
  }
  for (const left of [1, 0]) {
    await comments.getByRole('button', { name: 'Delete' }).first().focus()
    await page.keyboard.press('Enter')
    await expect(comments.getByRole('listitem')).toHaveCount(left)
    await expect(comments.getByRole('heading', { name: 'Comments' })).toBeFocused()
  }
})
