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

    test('the author of a comment reads whom it notified, and which mention matched no one', async ({
      page,
    }) => {
      const { id } = await makePayment()
      const { email } = staffOf('support')
      await openAs(page, 'owner', `/payments/${id}`)
      const comments = page.getByRole('region', { name: 'Comments' })
      await comments.getByLabel('Comment', { exact: true }).fill(`@${email} and @maya, please check`)
      await comments.getByRole('button', { name: 'Add comment' }).click()
      const result = comments.getByRole('status').filter({ hasText: 'Comment added' })
      // The server under test has no mail server.
      await expect(result).toContainText("No email was sent, because email isn't set up on this server.")
      await expect(result).toContainText(email)
      await expect(result).toContainText('no colleague who can see this record matches: @maya.')
      await expect(comments.getByRole('listitem')).toHaveCount(1)
      await expect(comments.getByLabel('Comment', { exact: true })).toHaveValue('')
      if (javaScriptEnabled) await expectUsable(page)
      await openAs(page, 'support', '/')
      const mention = page.getByRole('region', { name: 'Mentions of you' }).getByRole('link', { name: id })
      await expect(mention).toHaveAttribute('href', `/payments/${id}#comments`)
    })
  })

test('colleagues are suggested while a mention is typed, and chosen with the keyboard', async ({ page }) => {
  const { id } = await makePayment()
  const { email } = staffOf('support')
  await openAs(page, 'owner', `/payments/${id}`)
  const comments = page.getByRole('region', { name: 'Comments' })
  const field = comments.getByLabel('Comment', { exact: true })
  const list = comments.getByRole('listbox', { name: 'Colleagues' })
  const option = list.getByRole('option')
  await field.focus()
  await page.keyboard.type(`Hello @${email.slice(0, 4)}`)
  await expect(option.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', /./)
  await expectUsable(page)

  // Escape closes the list and leaves the text; going on typing does not open it again.
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.type(email.slice(4, 6))
  await expect(field).toHaveValue(`Hello @${email.slice(0, 6)}`)
  await expect(list).toHaveCount(0)

  // A new mention is suggested again; the arrow keys go around, and Enter chooses without a new line.
  await page.keyboard.type(`\n@${email}`)
  await expect(option).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await page.keyboard.type('please')
  await expect(field).toHaveValue(/\n@[^\n]+ please$/)
  await expect(field).toBeFocused()

  await field.fill('')
  await page.keyboard.type('@nosuchcolleague')
  await expect(comments.getByText('No colleagues found.')).toBeVisible()

  // Tab chooses while the list is open, and leaves the field otherwise.
  await field.fill('')
  await page.keyboard.type(`@${email}`)
  await expect(option).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/^@\S.* $/)
  await page.keyboard.press('Tab')
  await expect(comments.getByRole('button', { name: 'Add comment' })).toBeFocused()
  await page.keyboard.press('Enter')
  const result = comments.getByRole('status').filter({ hasText: 'Comment added' })
  await expect(result).toContainText(email)
  await expect(result).not.toContainText('Not notified')
})

test('a suggested colleague is chosen with the pointer, and the field keeps the focus', async ({ page }) => {
  const { id } = await makePayment()
  const { email } = staffOf('support')
  await openAs(page, 'viewer', `/payments/${id}`)
  const field = page.getByLabel('Comment', { exact: true })
  await field.focus()
  await page.keyboard.type(`@${email}`)
  await page.getByRole('option').click()
  await expect(field).toBeFocused()
  await expect(page.getByRole('listbox', { name: 'Colleagues' })).toHaveCount(0)
  await expect(field).toHaveValue(/^@\S.* $/)
})
