import type { Page } from '@playwright/test'

/** A unique number. */
export const number = () => `E2E-${Math.random().toString(36).slice(2, 9).toUpperCase()}`

/** Writes a short bill of one line, and ends on its page. */
export async function issueBill(page: Page, receipt_number: string, price = '100'): Promise<string> {
  await page.getByLabel('Number', { exact: true }).fill(receipt_number)
  await page.getByLabel('Item of line 1').fill('Filter coffee')
  await page.getByLabel('Price of line 1').fill(price)
  await page.getByRole('button', { name: /^Issue bill/ }).click()
  await page.waitForURL(/\/bills\/bill_\w{14}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
