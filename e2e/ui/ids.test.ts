import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

test('an id is cut in its middle where it has no room, stays on its line, and is whole for ears and copies', async ({
  page,
}) => {
  const { id } = await makePayment({ amount: 100_000 })
  await openAs(page, 'owner', `/payments/${id}`)
  const shown = page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: `${id}, copy` })
  const head = shown.locator('.id > span')
  const cut = () => head.evaluate((element) => element.scrollWidth > element.clientWidth)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await cut()).toBe(false)
  const height = (await shown.boundingBox())?.height
  await shown.evaluate((element) => {
    const entry = element.closest('dd')
    if (entry) entry.style.width = '90px'
  })
  expect(await cut()).toBe(true)
  expect((await shown.boundingBox())?.height).toBe(height)
  await expect(shown).toHaveText(id)
})
