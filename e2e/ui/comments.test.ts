import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, staffOf } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('a comment mentions a colleague, who is emailed, and its author deletes it', async ({ page }) => {
      const { id } = await makePayment()
      const { email } = staffOf('support')
      await openAs(page, 'owner', `/payments/${id}`)
      const comments = page.getByRole('region', { name: 'Comments' })
      await comments
        .getByLabel('Comment', { exact: true })
        .fill(`Please check this, @${email}. <b>Thanks</b>`)
      await comments.getByRole('button', { name: 'Add comment' }).click()
      await expect(comments.locator('b')).toHaveText(`@${email}`)
      await expect(comments.getByRole('listitem')).toContainText('<b>Thanks</b>')
      await expect(page.locator('[data-timeline]')).toContainText('Comment added')
      if (javaScriptEnabled) await expectUsable(page)
      await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
      await expect(page.getByText(`on payment ${id}`).first()).toBeVisible()
      await openAs(page, 'support', `/payments/${id}`)
      await expect(comments.getByRole('listitem')).toContainText(email)
      await expect(comments.getByRole('button', { name: 'Delete' })).toHaveCount(0)
      await openAs(page, 'owner', `/payments/${id}`)
      await comments.getByRole('button', { name: 'Delete' }).click()
      await expect(comments.getByRole('listitem')).toHaveCount(0)
      await expect(page.locator('[data-timeline]')).toContainText('Comment deleted')
    })
  })
