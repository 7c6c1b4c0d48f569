import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

test.describe.configure({ mode: 'serial' })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('a person switches an email off and on', async ({ page }) => {
      await openAs(page, 'finance', '/settings/notifications')
      const mentions = page.getByRole('checkbox', { name: 'Mentions' })
      await expect(page.getByRole('checkbox', { name: 'Approval requests' })).toBeChecked()
      await expect(page.getByText("Security emails can't be switched off")).toBeVisible()
      if (javaScriptEnabled) await expectUsable(page)
      for (const on of [false, true]) {
        await mentions.setChecked(on)
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('Notifications saved.')).toBeVisible()
        await page.goto('/settings/notifications')
        await expect(mentions).toBeChecked({ checked: on })
      }
    })
  })

test('a role is offered the emails that it gets', async ({ page }) => {
  await openAs(page, 'viewer', '/settings/notifications')
  await expect(page.getByRole('checkbox')).toHaveCount(1)
})
