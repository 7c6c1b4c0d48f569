import { expect } from '@playwright/test'
import { DESKTOP, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'

test('the consent screen changes to Hindi by a link, decides in it, and goes back to English', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only orders:write refunds:write')
  await openAs(page, 'owner', '/')
  await page.goto(address)
  const languages = page.locator('[data-languages]')
  await expect(languages).toHaveText(/English · Hindi \(\s*हिन्दी\s*\)/, { useInnerText: true })
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '“Ledger Helper” आपकी ओर से काम करना चाहता है',
  )
  await expect(page.getByRole('checkbox', { name: /भुगतान का रिफ़ंड करना/ })).not.toBeChecked()
  await expectUsable(page, [DESKTOP, PHONE])
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('button', { name: 'अनुमति दें' }).click()
  await expect(page.getByRole('alert')).toContainText('कम से कम एक अनुमति चुनें')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  program.close()
})

test('a request that was decided says so in the language of the reader', async ({ page, context }) => {
  await openAs(page, 'owner', '/')
  await context.addCookies([
    { name: 'counterfoil-language', value: 'hi', url: new URL(page.url()).origin },
    { name: 'counterfoil-consent', value: 'gone', url: new URL(page.url()).origin },
  ])
  const response = await page.goto('/consent/gone')
  expect(response?.status()).toBe(410)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('फ़ैसला हो चुका है')
  await context.clearCookies({ name: 'counterfoil-language' })
})
