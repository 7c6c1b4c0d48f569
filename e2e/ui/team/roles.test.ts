import { type BrowserContext, expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { givePassword, openAs, openFresh } from '#e2e/ui/as-staff.ts'

const SIZES = [{ width: 1280, height: 800 }, PHONE, NARROW]
const level = (page: Page, resource: string, to: 'None' | 'Read' | 'Read and write') =>
  page.getByRole('radio', { name: `${resource}: ${to}`, exact: true })

/** Accepts an invitation as a person of their own, in a browser of their own. */
async function join(context: BrowserContext, link: string): Promise<Page> {
  const person = await context.newPage()
  await person.goto(new URL(link).pathname)
  await expect(person.getByText('with the role Order desk')).toBeVisible()
  await person.getByLabel('Password', { exact: true }).fill('a password of my own')
  await person.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(person).not.toHaveURL(/invitation/)
  return person
}

async function statusesOf(page: Page, paths: string[]): Promise<Record<string, number>> {
  const found = paths.map(async (path) => [
    path,
    (await page.request.get(path, { maxRedirects: 0 })).status(),
  ])
  return Object.fromEntries(await Promise.all(found))
}

test('a role of the merchant is made, given, felt at once, and deleted', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const complaints = complaintsOf(page)
  const email = `meera-${Date.now()}@example.com`
  await openFresh(page, 'owner', '/settings/team/roles')
  await page.getByRole('link', { name: 'Create role' }).click()
  await page.getByLabel('Name').fill('finance')
  await page.getByLabel('Description').fill('People who answer questions about orders.')
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('Choose at least one permission.').first()).toBeVisible()
  for (const resource of ['Orders', 'Payments', 'Refunds']) await level(page, resource, 'Read').check()
  const sentences = page.getByRole('listitem')
  await expect(sentences.filter({ hasText: 'See orders' })).toBeVisible()
  await level(page, 'Orders', 'Read and write').check()
  await expect(sentences.filter({ hasText: 'Create and change orders' })).toBeVisible()
  await level(page, 'Orders', 'Read').check()
  await expect(sentences.filter({ hasText: 'Create and change orders' })).toHaveCount(0)
  await expectUsable(page, SIZES)
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('Another role has this name. Choose a different one.').first()).toBeVisible()
  await page.getByLabel('Name').fill('Order desk')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByRole('heading', { name: 'Order desk' })).toBeVisible()
  await expect(sentences.filter({ hasText: 'See payments' })).toBeVisible()
  await expect(page.getByText('No one has this role.')).toBeVisible()
  await expectUsable(page, SIZES)
  const rolePath = new URL(page.url()).pathname

  await page.goto('/settings/team/invite')
  await page.getByLabel('Name').fill('Meera Iyer')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /^Order desk/ }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''

  const [outside, another] = [
    await browser.newContext(baseURL ? { baseURL } : {}),
    await browser.newContext(baseURL ? { baseURL } : {}),
  ]
  const person = await join(outside, link)
  const viewer = await another.newPage()
  await openAs(viewer, 'viewer', '/customers')

  // Navigation, pages and actions are those of the role, and no others.
  const navigation = person.getByRole('navigation', { name: 'Main' })
  await person.goto('/orders')
  await expect(navigation.getByRole('link', { name: 'Refunds', exact: true })).toBeVisible()
  for (const name of ['Customers', 'API keys', 'Team', 'Audit log'])
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0)
  await expect(person.getByRole('button', { name: 'Create order' })).toHaveAttribute('aria-disabled', 'true')
  expect(
    await statusesOf(person, [
      '/orders',
      '/payments',
      '/refunds',
      '/approvals',
      '/settings/account',
      '/customers',
      '/orders/new',
      '/payments/export',
      '/settings/team',
      '/api-keys',
      '/webhooks',
    ]),
  ).toEqual({
    '/orders': 200,
    '/payments': 200,
    '/refunds': 200,
    '/approvals': 200,
    '/settings/account': 200,
    '/customers': 403,
    '/orders/new': 403,
    '/payments/export': 403,
    '/settings/team': 403,
    '/api-keys': 403,
    '/webhooks': 403,
  })
  await person.goto('/customers')
  await expect(person.getByRole('heading', { name: "You don't have permission" })).toBeVisible()
  await expect(person.getByRole('main').getByRole('alert')).toContainText('Your role, Order desk,')
  await expect(person.getByRole('main').getByRole('alert')).toContainText(
    'see customers (customers:read). Ask an owner or admin.',
  )
  expect(await statusesOf(viewer, ['/customers'])).toEqual({ '/customers': 200 })

  // A permission that is taken away is gone from the open session, with its navigation.
  await person.goto('/orders')
  await page.goto(rolePath)
  await expect(page.getByRole('link', { name: 'Meera Iyer' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await level(page, 'Refunds', 'None').check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page).toHaveURL(rolePath)
  await navigation.getByRole('link', { name: 'Refunds', exact: true }).click()
  await expect(person.getByRole('heading', { name: "You don't have permission" })).toBeVisible()
  expect(await statusesOf(person, ['/refunds', '/orders'])).toEqual({ '/refunds': 403, '/orders': 200 })
  await person.goto('/orders')
  await expect(navigation.getByRole('link', { name: 'Refunds', exact: true })).toHaveCount(0)

  // What moves money takes a second person and a reason.
  await page.goto(`${rolePath}/edit`)
  await page.getByLabel('Refund', { exact: true }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Someone else must approve this change.').first()).toBeVisible()
  await page.getByLabel('Reason for the change').fill('The desk refunds small orders.')
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page).toHaveURL(/\/approvals\/apr_/)
  await expect(page.getByRole('listitem').filter({ hasText: /Issue refunds/ })).toContainText('Not allowed')
  await expect(page.getByText('The desk refunds small orders.').first()).toBeVisible()
  await expectUsable(page, SIZES)
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('Nothing has changed.').first()).toBeVisible()

  // Its people get another role when it is deleted.
  await page.goto(`${rolePath}/delete`)
  await expectUsable(page, SIZES)
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Delete role' }).click()
  await expect(page).toHaveURL('/settings/team/roles')
  await expect(page.getByRole('link', { name: 'Order desk' })).toHaveCount(0)
  expect(await statusesOf(person, ['/refunds', '/customers'])).toEqual({ '/refunds': 200, '/customers': 200 })
  await Promise.all([outside.close(), another.close()])
  expect(complaints).toEqual([])
})

test('without script a role is made, and a threshold is set for it', async ({ browser, baseURL, page }) => {
  await openAs(page, 'owner', '/settings/team/roles/new?from=support')
  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  await plain.addCookies(await page.context().cookies())
  const without = await plain.newPage()
  await without.goto('/settings/team/roles/new?from=support')
  await expect(without.getByText('Starts with the permissions of Support.')).toBeVisible()
  await expect(without.getByRole('radio', { name: 'Orders: Read and write' })).toBeChecked()
  await without.getByLabel('Name').fill('Plain desk')
  await givePassword(without, 'owner')
  await without.getByRole('button', { name: 'Create role' }).click()
  await expect(without.getByRole('heading', { name: 'Plain desk' })).toBeVisible()
  const rolePath = new URL(without.url()).pathname

  await without.goto('/settings/approvals')
  await without.getByLabel('Refunds by Plain desk above').fill('1500.50')
  await without.getByRole('button', { name: 'Save' }).click()
  await expect(without.getByText('Thresholds saved.')).toBeVisible()
  await expect(without.getByLabel('Refunds by Plain desk above')).toHaveValue('1500.50')

  // A threshold ends by two people: there is one owner, so it would end after a day.
  await without.goto(`${rolePath}/delete`)
  await without.getByLabel('Reason for the change').fill('No longer needed.')
  await givePassword(without, 'owner')
  await without.getByRole('button', { name: 'Delete role' }).click()
  await expect(without.getByRole('listitem').filter({ hasText: /Role Plain desk/ })).toContainText('Deleted')
  await without.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(without.getByText('Nothing has changed.').first()).toBeVisible()
  await plain.close()
})
