import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

for (const role of ['owner', 'support', 'viewer'] as const)
  test(`the settings begin with a page that ${role} may open`, async ({ page }) => {
    await openAs(page, role, '/settings')
    await expect(page).toHaveURL(/\/settings\/business$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
