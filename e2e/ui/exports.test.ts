import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { givePassword, openAs, staffOf } from '#e2e/ui/as-staff.ts'
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

/** A person with the role finance who has accepted an invitation, in a browser of their own. */
async function joinFinance(page: Page, browser: Browser, name: string, email: string): Promise<Page> {
  await openAs(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /^Finance/ }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  const person = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await person.goto(new URL(link).pathname)
  await person.getByLabel('Password', { exact: true }).fill('a password of my own')
  await person.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(person).not.toHaveURL(/invitation/)
  return person
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
      await expect(page.getByText('Filters: status:captured method:card.')).toBeVisible()
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
        await expect(page.getByRole('table', { name: 'Files' })).toContainText('Ready', { timeout: 500 })
      }).toPass({ timeout: 120_000 })
      const link = await latestLink(page, staffOf('finance').email)
      const downloading = page.waitForEvent('download')
      await page.goto(link).catch(() => undefined)
      const file = await downloading
      expect(file.suggestedFilename()).toMatch(
        /^payments-test-status-captured-method-card-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/,
      )
      const text = readFileSync(await file.path(), 'utf8')
      expect(text.startsWith('\ufefflist,payments\r\n')).toBe(true)
      expect(text).toContain('filter,status:captured method:card\r\ntime_zone,Asia/Kolkata\r\n')
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
      await expect(page.locator('[data-timeline]')).toContainText(
        /Receipt (queued for sending|emailed|kept in the outbox)/,
      )
      // A mention of a colleague about the same payment is no email to its payer.
      const comments = page.getByRole('region', { name: 'Comments' })
      const colleague = staffOf('finance').email
      await comments.getByLabel('Comment', { exact: true }).fill(`Sent, @${colleague}`)
      await comments.getByRole('button', { name: 'Add comment' }).click()
      await expect(comments.getByRole('listitem')).toContainText(colleague)
      await page.goto(`/payments/${id}/receipt`)
      const earlier = page.getByRole('region', { name: 'Earlier emails' })
      await expect(earlier).toContainText(email)
      await expect(earlier).not.toContainText(colleague)
      await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
      await page.getByRole('link', { name: /की रसीद/ }).click()
      await expect(page.locator('main')).toContainText(`/checkout/${order_id}/receipt/${id}?lang=hi`)
    })
  })

test('a file that failed says why, and is made by running it again', async ({ page, browser }) => {
  test.slow()
  const complaints = complaintsOf(page)
  const [name, email] = [unique('Ira'), `${unique('ira')}@example.com`]
  await makePayment()
  const person = await joinFinance(page, browser, name, email)
  await person.goto('/exports/payments')
  await person.getByRole('link', { name: 'Send on a schedule' }).click()
  await person.getByRole('radio', { name: /^Daily/ }).check()
  await person.getByRole('group', { name: 'Recipients' }).getByLabel('Demo owner').check()
  await person.getByRole('button', { name: 'Save schedule' }).click()
  await person.waitForURL(/\/exports\/schedules\/\w+$/)
  const { pathname } = new URL(person.url())
  await person.context().close()

  // The file is made as the person who saved the schedule, who may not export any more.
  await page.goto('/settings/team')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Change role' }).click()
  await page.getByLabel('Viewer').check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText(`Viewer, ${email}`)).toBeVisible()
  const files = page.getByRole('table', { name: 'Files' })
  const reason = 'The person who saved it no longer has permission to export this list.'
  const file = files.getByRole('row').nth(1)
  const shows = async (status: string) =>
    expect(async () => {
      await page.goto(pathname)
      await expect(file).toContainText(status, { timeout: 500 })
    }).toPass({ timeout: 120_000 })
  await page.goto(pathname)
  await page.getByRole('button', { name: 'Send now' }).click()
  await shows('Failed')
  await expect(page.getByText(reason).first()).toBeVisible()
  await expect(file.getByText('Failed')).toHaveAccessibleDescription(reason)
  const again = file.getByRole('button', { name: /^Run again/ })
  await expectUsable(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  // The owner resumes the schedule first, and it is theirs from then on.
  await again.click()
  await expect(file.getByRole('alert')).toContainText('The schedule is paused. Resume it first')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByText('The last file failed')).toBeVisible()
  await expectUsable(page, [PHONE])
  await again.click()
  await expect(again).toHaveCount(0)
  await shows('Ready')
  await expect(files.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('The last file failed')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await file.getByRole('link').click()
  expect((await downloading).suggestedFilename()).toMatch(/^payments-test-.*\.csv$/)
  await page.goto(pathname)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/exports\/schedules$/)
  expect(complaints).toEqual([])
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
  await expect(page.locator('[data-timeline]')).toContainText(
    /Payment link (queued for sending|emailed|kept in the outbox)/,
  )
  await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: /^Payment link for ₹99\.00/ }).click()
  await expect(page.locator('main')).toContainText(`/checkout/${id}`)
})
