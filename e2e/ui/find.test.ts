import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Filter payments' })

test('a text of filters sets the filters of the list, and shows those that are set', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  await field(page).fill('status:captured amount:>500 -method:wallet')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/status=captured&min=500\.01&method=/)
  await expect(field(page)).toHaveValue('status:captured amount:>500 -method:wallet')
  await expect(field(page)).toBeFocused()
  await expect(page.locator('summary[data-filter="Amount"]')).toContainText('more than ₹500.00')
  // A filter that is removed leaves the text, too.
  await page.getByRole('link', { name: 'Remove filter Amount' }).click()
  await expect(field(page)).toHaveValue('status:captured -method:wallet')
  await field(page).fill('')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/\/payments$/)
  await expectUsable(page)
})

test('what is not understood is named, with what is possible, and stays to be corrected', async ({
  page,
}) => {
  await openAs(page, 'owner', '/payments')
  await field(page).fill('statsu:captured')
  await field(page).press('Enter')
  await expect(page.getByText('"statsu" is not a filter of payments. Did you mean status?')).toBeVisible()
  await expect(field(page)).toHaveValue('statsu:captured')
  await expectUsable(page)
})

test('a sentence is read as filters, and where nothing is found each part of it can be left out', async ({
  page,
}) => {
  await openAs(page, 'owner', '/payments')
  await field(page).fill('ending in 000000000210 captured yesterday')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/status=captured&ending=000000000210&period=yesterday$/)
  await expect(page.getByRole('heading', { name: 'No payments match these filters' })).toBeVisible()
  const parts = page.getByRole('list', { name: 'Filters' })
  for (const part of ['Status Captured', 'Created yesterday', 'Ending in 000000000210'])
    await expect(parts.getByRole('link', { name: `Remove ${part}` })).toBeVisible()
  await expectUsable(page)
  await parts.getByRole('link', { name: 'Remove Ending in 000000000210' }).click()
  await expect(page).toHaveURL(/\/payments\?status=captured&period=yesterday$/)
})

test('the search takes the name of a list and its filters', async ({ page }) => {
  await openAs(page, 'owner', '/search?q=payments+status:failed+amount:%3E500')
  await expect(page).toHaveURL(/\/payments\?status=failed&min=500\.01$/)
  await page.goto('/search?q=payments+status:faild')
  await expect(page.getByText('Did you mean status:failed?')).toBeVisible()
})

/** Lists with a text that finds some of their rows, and the search params that it means. */
const TEXTS: [path: string, text: string, query: string][] = [
  ['/payments', '-status:captured', 'status=created,authorized,refunded,failed'],
  ['/orders', 'status:paid', 'status=paid'],
  ['/refunds', 'status:failed', 'status=failed'],
  ['/customers', 'paying:yes', 'paying=1'],
  ['/bills', 'type:tax_invoice', 'type=tax_invoice'],
  ['/transfers', 'status:processed', 'status=processed'],
  ['/payouts', 'status:reversed', 'status=reversed'],
  ['/settlements', 'status:processed', 'status=processed'],
  ['/wallets', 'amount:>=100', 'min=100'],
  ['/balance', 'amount:>=100', 'min=100'],
  ['/settings/audit', 'created:yesterday', 'period=yesterday'],
  ['/documents', 'used:no', 'used=0'],
  ['/events', 'event:payment.captured', 'event=payment.captured'],
  ['/fund-accounts', 'active:false', 'active=false'],
  ['/webhooks', 'failing:yes', 'failing=1'],
]

test('the search passes the filters on to every list', async ({ page }) => {
  await openAs(page, 'owner', '/')
  for (const [path, text, query] of TEXTS) {
    const name = path.split('/').at(-1)
    await page.goto(`/search?${new URLSearchParams({ q: `${name} ${text}` })}`)
    await expect(page).toHaveURL((url) => decodeURIComponent(url.href).endsWith(`${path}?${query}`))
  }
})

test('an export takes a text of filters, and rejects one that is not understood', async ({ page }) => {
  await openAs(page, 'owner', '/')
  const get = async (path: string, search: string) => {
    const response = await page.request.get(`${path}/export?${search}`)
    return { status: response.status(), text: await response.text() }
  }
  const exported = TEXTS.filter(([path]) => !/documents|events|fund-accounts|webhooks/.test(path))
  for (const [path, text, query] of exported) {
    const find = (typed: string) => get(path, String(new URLSearchParams({ find: typed })))
    const file = await find(text)
    expect([path, file]).toEqual([path, await get(path, query)])
    expect([path, file.status]).toEqual([path, 200])
    const { status, text: problem } = await find('nothing:1')
    expect([path, status]).toEqual([path, 400])
    expect(problem).toContain('"nothing" is not a filter')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a text of filters works as well', async ({ page }) => {
    await openAs(page, 'owner', '/payments')
    await field(page).fill('status:failed')
    await field(page).press('Enter')
    await expect(page).toHaveURL(/\/payments\?status=failed$/)
  })
})
