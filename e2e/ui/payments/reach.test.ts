import { expect } from '@playwright/test'
import { expectUsable, openDialog } from '#e2e/fixtures.ts'
import { axeFindings, bringAxe, SIZE_OF_TARGETS } from '#e2e/page-checks.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makeFailedPayment, makePayment } from './make.ts'

test('everyone can use the list and its filters', async ({ page }) => {
  await openAs(page, 'owner', '/payments?period=28d')
  await expectUsable(page)
  await page.locator('summary', { hasText: 'Filter' }).click()
  await expectUsable(page)
  await page.goto('/payments?min=lots')
  await expectUsable(page)
})

test('a link that the open filter half covers is far enough from its button', async ({ page }) => {
  await openAs(page, 'owner', '/payments?period=28d')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('summary', { hasText: 'Filter' }).click()
  await bringAxe(page)
  for (let below = -2; below <= 14; below += 1) {
    // The rows move up until the middle of one link is as far below the button.
    await page.evaluate((wanted) => {
      const middle = (box: DOMRect) => box.top + box.height / 2
      const table = document.querySelector<HTMLElement>('main [data-table]')
      const button = [...document.querySelectorAll('details[open] [type=submit]')].at(-1)
      if (!table || !button) throw new Error('There is no open filter above a table.')
      table.style.marginTop = '0'
      const to = button.getBoundingClientRect().bottom + wanted
      const links = [...table.querySelectorAll('a.row-link')].map((link) =>
        middle(link.getBoundingClientRect()),
      )
      const nearest = Math.min(...links.filter((at) => at >= to))
      table.style.marginTop = `${to - nearest}px`
    }, below)
    expect(await axeFindings(page, SIZE_OF_TARGETS), `${below} px below the button`).toEqual([])
  }
})

test('everyone can use a payment and everything on it', async ({ page }) => {
  const [taken, failed] = [await makePayment({ notes: { shop: 'Mysuru 2' } }), await makeFailedPayment()]
  await rest(`/payments/${taken.id}/refund`, { amount: 50_000 })
  await beStaff(page, 'owner')
  for (const path of ['', '?tab=json', '?tab=refunds', '/refund']) {
    await page.goto(`/payments/${taken.id}${path}`)
    await expectUsable(page)
  }
  await page.goto(`/payments/${failed.id}`)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Edit notes' }).click()
  await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible()
  await expectUsable(page)
})

test('everyone can use the dialogs that move money', async ({ page }) => {
  const [authorized, taken] = [await makePayment({ captured: false }), await makePayment()]
  const dialog = page.locator('[data-dialog]')
  await openAs(page, 'owner', `/payments/${authorized.id}`)
  await openDialog(page, /^Capture ₹/)
  await expect(dialog).toBeVisible()
  await expectUsable(page)
  await page.goto(`/payments/${taken.id}`)
  await openDialog(page, /^Refund ₹/)
  await dialog.getByLabel('Amount').fill('9999')
  await dialog.getByRole('button', { name: 'Refund ₹9,999.00' }).click()
  await expect(dialog.getByText('Up to ₹1,250.00 can be refunded.')).toBeVisible()
  await expectUsable(page)
})
