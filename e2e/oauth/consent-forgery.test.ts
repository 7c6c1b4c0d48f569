import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'

const decided = (more: Record<string, string>) => ({ decision: 'allow', scope: 'read_only', ...more })

test('a decision that another site sends for a signed-in user is rejected', async ({ page, request }) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only')
  await beStaff(page, 'owner')
  await page.goto(address)
  const question = page.url()
  const account = await page.locator('input[name=account]').first().inputValue()
  // What another site can know: everything but the token of the form.
  for (const form of [decided({ account }), decided({ account, token: 'x'.repeat(43) })]) {
    const response = await page.request.post(question, { form, maxRedirects: 0 })
    expect(response.status()).toBe(403)
    expect(response.headers().location).toBeUndefined()
  }
  const silent = await page.request.get(`${question}?${new URLSearchParams(decided({ account }))}`, {
    maxRedirects: 0,
  })
  expect(silent.status()).toBe(200)
  expect(program.calls).toEqual([])
  program.close()
})

test('the token of one question decides no other, and that of one person none of another', async ({
  page,
  request,
  browser,
}) => {
  const program = await openClientApp()
  const [mine, other] = [
    await begin(request, program.callback, 'read_only'),
    await begin(request, program.callback, 'read_only'),
  ]
  await beStaff(page, 'owner')
  await page.goto(mine.address)
  const token = await page.locator('input[name=token]').first().inputValue()
  const account = await page.locator('input[name=account]').first().inputValue()
  await page.goto(other.address)
  const wrong = await page.request.post(page.url(), { form: decided({ account, token }), maxRedirects: 0 })
  expect(wrong.status()).toBe(403)

  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await openAs(elsewhere, 'admin', '/')
  await elsewhere.goto(mine.address)
  const foreign = await elsewhere.request.post(elsewhere.url(), {
    form: decided({ account, token }),
    maxRedirects: 0,
  })
  expect(foreign.status()).toBe(403)
  expect(program.calls).toEqual([])
  await context.close()
  program.close()
})
