import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, openFresh } from '#e2e/ui/as-staff.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'

test('a new payment shows a pill, and the rows stay where they are until it is pressed', async ({ page }) => {
  const email = `${unique('live')}@example.com`
  const first = await makePayment({ email })
  const stream = page.waitForResponse(/\/payments\/live\?/)
  await openAs(page, 'support', `/payments?email=${email}`)
  expect((await stream).headers()['content-type']).toContain('text/event-stream')
  const row = page.getByRole('link', { name: first.id, exact: true })
  const place = await row.boundingBox()
  const pill = page.getByRole('button', { name: '1 new payment' })
  // One of another payer is not in this list.
  await makePayment({ email: `${unique('other')}@example.com` })
  const second = await makePayment({ email })
  await expect(pill).toBeVisible()
  expect(await row.boundingBox()).toEqual(place)
  await expect(page.getByRole('link', { name: second.id, exact: true })).toHaveCount(0)
  await expectUsable(page)
  await pill.click()
  await expect(page.getByRole('link', { name: second.id, exact: true })).toBeVisible()
  await expect(pill).toHaveCount(0)
})

test('a stream ends with the session that it was opened in', async ({ page, baseURL }) => {
  await openFresh(page, 'developer', '/payments')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(`${baseURL}/payments/live`, { headers: { cookie } })
  expect(response.status).toBe(200)
  const text = response.text()
  await page.getByRole('button', { name: /account and display/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await text).toMatch(/event: end\ndata: {"reason":"signed_out"}\n\n$/)
  expect((await fetch(`${baseURL}/payments/live`, { headers: { cookie } })).status).toBe(401)
})

test('a person without the permission of a list gets no stream of it', async ({ page }) => {
  await openAs(page, 'viewer', '/payments')
  const status = (path: string) => page.evaluate(async (at) => (await fetch(at)).status, path)
  expect(await status('/logs/live')).toBe(403)
  expect(await status('/payments/live?status=lost')).toBe(400)
})
