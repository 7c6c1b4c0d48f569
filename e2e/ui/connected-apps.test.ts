import { expect, test } from '@playwright/test'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, PHONE } from '#e2e/fixtures.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { begin, openProgram } from '#e2e/ui/program.ts'

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a program that was let is listed with what it may, and ended: ${device}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport)
    const program = await openProgram()
    const name = `Till ${device} ${Date.now()}`
    const { address } = await begin(request, program.callback, 'read_only', { client_name: name })
    await openAs(page, 'owner', '/')
    await page.goto(address)
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText('You can close this window.')).toBeVisible()
    await page.goto('/connected-apps')
    const app = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(app).toContainText('Can see payments')
    await expect(app).toContainText('Not used yet.')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Disconnect ${name}` }).click()
    await expect(app).toHaveCount(0)
    await page.getByRole('link', { name: 'Show those that ended' }).click()
    await expect(app).toContainText('by the person who let it')
    program.close()
  })
}
