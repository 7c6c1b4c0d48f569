import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { balanceOf, makeAccount, makeHolder, makePayout, someNumber } from './make.ts'

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: script })

    test('a payout of test mode is brought to either end in the dashboard', async ({ page }) => {
      const holder = await makeHolder(100_000)
      // The bank is slow with this payout, so that the test can decide it.
      const account = await makeAccount(holder, someNumber('111'))
      const [arrives, returns] = [
        await makePayout(holder, account, 10_000),
        await makePayout(holder, account, 20_000),
      ]
      await openAs(page, 'finance', `/payouts/${arrives.id}`)
      await page.getByRole('button', { name: 'Advance to processed' }).click()
      await expect(page.getByRole('button', { name: /^UTR/ })).toBeVisible()
      await expect(page.getByRole('heading', { name: "Test mode: set the bank's result" })).toHaveCount(0)
      await expect(page.getByText('Test payout advanced')).toBeVisible()
      await page.goto(`/payouts/${returns.id}`)
      await page.getByRole('button', { name: 'Advance to reversed' }).click()
      await expect(page.getByText('Returned to the wallet: ₹205.90')).toBeVisible()
      expect(await balanceOf(holder)).toBe(100_000 - 10_590)
    })
  })
}

test('who may not pay out is told so, and the page can be used by everybody', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const holder = await makeHolder(100_000)
  const payout = await makePayout(holder, await makeAccount(holder, someNumber('111')), 10_000)
  await openAs(page, 'viewer', `/payouts/${payout.id}`)
  await expect(page.getByRole('button', { name: 'Advance to processed' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
