import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { openAs, staffOf } from '#e2e/ui/as-staff.ts'
import { issueBill, number } from '#e2e/ui/bills/write.ts'

test('what destroys stands apart at the end, on every record', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1600, height: 900 })
  await openAs(page, 'owner', '/bills/new')
  const bill = await issueBill(page, number())
  const person = `/settings/team?person=${encodeURIComponent(staffOf('viewer').email)}`
  for (const list of ['/api-keys', person, `/bills/${bill}`]) {
    await page.goto(list)
    if (!list.startsWith('/bills/')) await page.getByRole('rowheader').getByRole('link').first().click()
    await expect(page.locator('.actions .button-danger').first()).toBeVisible()
    const found = await page
      .locator('.actions')
      .first()
      .evaluate((actions) =>
        [...actions.querySelectorAll('a, button')]
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const { left, right } = one.getBoundingClientRect()
            return { left, right, danger: one.classList.contains('button-danger') }
          }),
      )
    const first = found.findIndex(({ danger }) => danger)
    expect(first, list).toBeGreaterThan(0)
    expect(
      found.slice(first).every(({ danger }) => danger),
      list,
    ).toBe(true)
    expect((found[first]?.left ?? 0) - (found[first - 1]?.right ?? 0), list).toBeGreaterThan(24)
  }
})
