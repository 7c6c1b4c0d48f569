import { expect } from '@playwright/test'
import { complaintsOf } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makeCustomer, somebody } from './make.ts'

test('the list has the columns, tabs and filters, and opens a customer', async ({ page }) => {
  const complaints = complaintsOf(page)
  const customer = await makeCustomer({ contact: '+6591234567', email: somebody().email })
  await openAs(page, 'owner', '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  // The first column has the check box that selects the page, too.
  await expect(page.getByRole('columnheader', { name: /Name$/ })).toBeVisible()
  for (const head of ['Email', 'Phone', 'Payments', 'Last payment'])
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
  const row = page.locator('tbody tr', { hasText: customer.id })
  await expect(row).toContainText('+65 9123 4567')
  await page.getByRole('link', { name: /^With payments/ }).click()
  await expect(page).toHaveURL(/paying=1/)
  await expect(row).toHaveCount(0)
  await page.locator('summary', { hasText: 'Filter' }).click()
  await page.getByLabel('Country').selectOption('SG')
  await page.getByRole('button', { name: 'Apply' }).last().click()
  await expect(page.locator('summary', { hasText: 'Singapore' })).toBeVisible()
  await page.goto(`/customers?q=${customer.email}`)
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
  await page.locator('a.row-link').click()
  await expect(page).toHaveURL(`/customers/${customer.id}`)
  expect(complaints).toEqual([])
})

test('a search without results, and an invalid one', async ({ page }) => {
  await openAs(page, 'owner', '/customers?q=nobody-at-all')
  await expect(page.getByRole('heading', { name: 'No customers match these filters' })).toBeVisible()
  await page.goto('/customers?country=India&from=whenever')
  await expect(page.getByRole('heading', { name: 'Invalid filter' })).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(0)
})

test('pages both ways by the ids at the edges', async ({ page }) => {
  await openAs(page, 'owner', '/customers')
  const names = () =>
    page.locator('a.row-link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const before = await names()
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await expect(page).toHaveURL(/starting_after=cust_/)
  // Others arrive meanwhile: the 26th row when the link was drawn may be further down now.
  await expect(page.getByText(/^(2[6-9]|[3-9]\d) to \d+ of/)).toBeVisible()
  expect((await names()).filter((href) => before.includes(href))).toEqual([])
})

test('exports what is filtered', async ({ page }) => {
  const { id, email, name } = await makeCustomer({ notes: { shop: 'Mysuru 2' } })
  await openAs(page, 'owner', '/customers')
  const response = await page.request.get(`/customers/export?q=${email}`)
  expect(response.headers()['content-disposition']).toMatch(/^attachment; filename="customers-test-.*\.csv"$/)
  const [head, line, ...rest] = (await response.text()).trimEnd().split('\r\n')
  expect(rest).toEqual([])
  expect(head?.split(',').slice(0, 1)).toEqual(['customer_id'])
  for (const part of [id, name, email]) expect(line).toContain(part)
  expect((await page.request.get('/customers/export?country=India')).status()).toBe(400)
})

test('the search box finds customers by id, e-mail, phone and name', async ({ page }) => {
  const { phone, ...person } = somebody()
  const { id } = await makeCustomer(person)
  await openAs(page, 'owner', '/payments')
  for (const q of [id, person.email, phone, person.contact.slice(3), person.name.toUpperCase()]) {
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(q)
    await page.keyboard.press('Enter')
    if (q !== id) await page.getByRole('main').getByRole('link', { name: id }).click()
    await expect(page, q).toHaveURL(`/customers/${id}`)
  }
  await page.goto(`/${id}`)
  await expect(page).toHaveURL(`/customers/${id}`)
})

test('a viewer sees what may not be done, and why', async ({ page }) => {
  const { id } = await makeCustomer()
  await openAs(page, 'viewer', '/customers')
  await expect(page.getByRole('button', { name: 'Create customer' })).toHaveAccessibleDescription(
    /customers:write/,
  )
  await page.goto(`/customers/${id}`)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription(/customers:write/)
  await expect(page.getByRole('button', { name: 'Create order' })).toHaveAccessibleDescription(/orders:write/)
  for (const path of ['/customers/new', `/customers/${id}/edit`]) {
    await page.goto(path)
    await expect(
      page.getByRole('heading', { name: "You don't have permission to see this page" }),
    ).toBeVisible()
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('filters and opens', async ({ page }) => {
    const { email, id } = await makeCustomer()
    await openAs(page, 'owner', '/customers')
    await page.locator('summary', { hasText: 'Filter' }).click()
    await page
      .getByLabel('Search', { exact: true })
      .last()
      .fill(email ?? '')
    await page.getByRole('button', { name: 'Apply' }).last().click()
    await page.locator('a.row-link').first().click()
    await expect(page).toHaveURL(`/customers/${id}`)
  })
})
