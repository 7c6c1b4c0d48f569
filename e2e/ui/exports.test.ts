import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, staffOf } from '#e2e/ui/as-staff.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'

/** The text of the latest email to a person about an export. */
async function latestLink(page: Page, email: string): Promise<string> {
  await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
  await page
    .getByRole('link', { name: /^Payments of / })
    .first()
    .click()
  await page.waitForURL(/\/outbox\/mail_/)
  const text = await page.locator('main').innerText()
  const [link = ''] = /http\S+\/exports\/files\/\S+/.exec(text) ?? []
  expect(link).not.toBe('')
  return link
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('an export is scheduled from a list, sent, and downloaded by the link of the email', async ({
      page,
    }) => {
      await openAs(page, 'finance', '/payments?status=captured&method=card')
      await page.goto('/exports/payments?status=captured&method=card')
      await page.getByRole('link', { name: 'Send on a schedule' }).click()
      await expect(page.getByText('Filters: status: captured · method: card.')).toBeVisible()
      await page.getByRole('radio', { name: /^Weekly/ }).check()
      await page.getByLabel('Day of the week').selectOption('Wednesday')
      await page.getByLabel('Time', { exact: true }).selectOption('09:00')
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByRole('button', { name: 'Save schedule' }).click()
      await expect(
        page.getByRole('heading', { name: 'Payments · Weekly on Wednesday at 09:00' }),
      ).toBeVisible()
      const id = new URL(page.url()).pathname.split('/').at(-1)
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByRole('button', { name: 'Send now' }).click()
      await expect(async () => {
        await page.goto(`/exports/schedules/${id}`)
        await expect(page.getByRole('table', { name: 'Files' })).toContainText('Sent', { timeout: 500 })
      }).toPass({ timeout: 30_000 })
      const link = await latestLink(page, staffOf('finance').email)
      const downloading = page.waitForEvent('download')
      await page.goto(link).catch(() => undefined)
      const file = await downloading
      expect(file.suggestedFilename()).toMatch(
        /^payments-test-status-captured-method-card-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/,
      )
      const text = readFileSync(await file.path(), 'utf8')
      expect(text.startsWith('\ufefflist,payments\r\n')).toBe(true)
      expect(text).toContain('filter,status=captured method=card\r\ntime_zone,Asia/Kolkata\r\n')
      // It is of the person it was sent to.
      await openAs(page, 'owner', '/')
      await page.goto(link)
      await expect(page.getByText('This link was sent to another person.')).toBeVisible()
      await page.goto(`/exports/schedules/${id}`)
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
      await page.goto('/exports/schedules')
      if (javaScriptEnabled) await expectUsable(page)
      await expect(page.getByRole('table', { name: 'Scheduled exports' })).toContainText('Paused')
      await page.goto(`/exports/schedules/${id}`)
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(page).toHaveURL(/\/exports\/schedules$/)
    })

    test('a receipt and a payment link are emailed, and stand on the timeline', async ({ page }) => {
      const email = `${unique('payer')}@example.com`
      const { id, order_id } = await makePayment({ email })
      await openAs(page, 'support', `/payments/${id}`)
      await page.getByRole('link', { name: 'Email receipt' }).click()
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
      await page.getByLabel('Language of the email').selectOption('हिन्दी')
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByRole('button', { name: 'Email receipt' }).click()
      await expect(page.locator('[data-timeline]')).toContainText('Receipt emailed')
      await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
      await page.getByRole('link', { name: /की रसीद/ }).click()
      await expect(page.locator('main')).toContainText(`/checkout/${order_id}/receipt/${id}?lang=hi`)
    })
  })

test('a payment link is emailed for an order that can be paid', async ({ page }) => {
  const email = `${unique('link')}@example.com`
  await openAs(page, 'support', '/orders/new')
  await page.getByLabel('Amount', { exact: true }).fill('99')
  await page.getByRole('button', { name: 'Create order' }).click()
  await page.waitForURL(/\/orders\/order_/)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('link', { name: 'Email payment link' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Email payment link' }).click()
  await expect(page.locator('[data-timeline]')).toContainText('Payment link emailed')
  await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: /^Payment link for ₹99\.00/ }).click()
  await expect(page.locator('main')).toContainText(`/checkout/${id}`)
})
