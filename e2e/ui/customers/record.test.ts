import { expect } from '@playwright/test'
import { complaintsOf } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { newOrder, paymentsOf, rest } from '#e2e/ui/checkout/payer.ts'
import { makePayment, pay } from '#e2e/ui/payments/make.ts'
import { makeCustomer, somebody } from './make.ts'

test('the page of a customer has its payments, orders, timeline and JSON', async ({ page }) => {
  const complaints = complaintsOf(page)
  const customer = await makeCustomer()
  const { email, contact } = customer
  const matched = await makePayment({ email: email ?? '', contact: contact ?? '', amount: 50_000 })
  const order = await newOrder({ customer_id: customer.id, amount: 30_000 })
  await pay(order.id, { amount: 30_000 })
  await openAs(page, 'owner', `/customers/${customer.id}`)
  await expect(page).toHaveTitle(`Test · ${customer.name} · ${customer.id} · Customers`)
  await expect(page.getByRole('link', { name: email ?? '', exact: true })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  await expect(page.locator(`a[href="tel:${contact}"]`)).toHaveText(/^\+91 \d{5} \d{5}$/)
  await expect(page.getByText('800.00').first()).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.locator('tbody tr').last()).toContainText(matched.id)

  // The order that names the customer, and that of the payment which was linked by e-mail and phone.
  await page.getByRole('link', { name: /^Orders ?2$/ }).click()
  await expect(page.locator('tbody tr')).toHaveText([new RegExp(order.id), new RegExp(matched.order_id)])
  await page.getByRole('link', { name: 'Timeline and comments' }).click()
  await expect(page.getByText('₹500.00 captured')).toBeVisible()
  await expect(page.getByText('Customer created')).toBeVisible()
  await page.getByRole('link', { name: /^Bills ?0$/ }).click()
  await expect(page.getByText('No bills yet.')).toBeVisible()
  await page.getByRole('link', { name: 'JSON', exact: true }).click()
  await expect(page.getByText('"entity": "customer"')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'PHP', exact: true })).toBeAttached()

  await page.getByRole('link', { name: /^Payments ?2$/ }).click()
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(`/payments?customer=${customer.id}`)
  await expect(page.getByText('2 payments · ₹800.00 captured')).toBeVisible()
  await expect(page.locator('tbody tr').first()).toContainText(customer.name ?? '')
  await page.locator('a.row-link').first().click()
  await page
    .getByRole('complementary')
    .getByRole('link', { name: customer.name ?? '' })
    .click()
  await expect(page).toHaveURL(`/customers/${customer.id}`)
  expect(complaints).toEqual([])
})

test('a customer without anything says so on every tab, and is not found by a strange id', async ({
  page,
}) => {
  const { id } = await makeCustomer()
  await beStaff(page, 'owner')
  for (const [tab, words] of [
    ['', 'No payments yet.'],
    ['?tab=orders', 'No orders yet.'],
    ['?tab=bills', 'No bills yet.'],
  ]) {
    await page.goto(`/customers/${id}${tab}`)
    await expect(page.getByText(words ?? '')).toBeVisible()
  }
  for (const strange of ['cust_00000000000000', 'nonsense']) {
    expect((await page.goto(`/customers/${strange}`))?.status()).toBe(404)
    expect((await page.goto(`/customers/${strange}/edit`))?.status()).toBe(404)
  }
})

test.describe('an order for a customer', () => {
  test('is made from the page of a customer, or for one found by a search', async ({ page }) => {
    const { phone, ...person } = somebody()
    const { id } = await makeCustomer(person)
    await openAs(page, 'owner', `/customers/${id}`)
    await page.getByRole('link', { name: 'Create order' }).click()
    await expect(page.getByText(`${person.email} · ${phone}`)).toBeVisible()
    await page.getByRole('button', { name: `Remove ${person.name}` }).click()
    await page.getByLabel(/^Customer(?!s)/).fill('nobody-at-all')
    await expect(page.getByText('No customers found.')).toBeVisible()
    await page.getByLabel('Amount', { exact: true }).fill('750')
    await page.getByRole('button', { name: /^Create order/ }).click()
    await expect(page.getByLabel(/^Customer(?!s)/)).toHaveAccessibleDescription(
      /Choose a customer from the list/,
    )
    await page.getByLabel(/^Customer(?!s)/).fill(person.contact.slice(3))
    await page.getByRole('option', { name: new RegExp(person.name) }).click()
    await page.getByRole('button', { name: /^Create order/ }).click()
    await page.waitForURL(/\/orders\/order_/)
    await page.getByRole('complementary').getByRole('link', { name: person.name }).click()
    await expect(page).toHaveURL(`/customers/${id}`)
    await page.goto(`/orders?customer=${id}`)
    await expect(page.getByText('1 order · ₹0.00 paid · ₹750.00 ordered')).toBeVisible()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is made with the id', async ({ page }) => {
      const { id, name } = await makeCustomer()
      await openAs(page, 'owner', '/orders/new')
      await page.getByLabel('Amount', { exact: true }).fill('750')
      await page.getByLabel(/^Customer(?!s)/).fill('somebody')
      await page.getByRole('button', { name: 'Create order' }).click()
      await expect(page.getByLabel(/^Customer(?!s)/)).toHaveAccessibleDescription(/enter a customer ID/)
      await page.getByLabel(/^Customer(?!s)/).fill(id)
      await page.getByRole('button', { name: 'Create order' }).click()
      await expect(page).toHaveURL(/\/orders\/order_/)
      await expect(page.getByRole('link', { name: name ?? '' })).toBeVisible()
    })
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'the checkout with script' : 'the checkout without script', () => {
    test.use({ javaScriptEnabled })

    test('asks for nothing that is known, shows it masked, and takes others', async ({ page }) => {
      const customer = await makeCustomer()
      const order = await newOrder({ customer_id: customer.id })
      await page.goto(`/checkout/${order.id}?method=upi`)
      await expect(page.getByText(/^p•••@example\.com · \+91 ••••• ••\d{3}$/)).toBeVisible()
      expect(await page.content()).not.toContain(customer.email)
      expect(await page.content()).not.toContain(customer.contact?.slice(3))
      await page.getByLabel('UPI id').fill('failure@upi')
      await page.getByRole('button', { name: /^Pay ₹/ }).click()
      await expect(page.getByRole('alert').filter({ hasText: / failed/ })).toBeVisible()
      expect(await page.content()).not.toContain(customer.email)
      const [failed] = await paymentsOf(order.id)
      expect(failed).toMatchObject({
        email: customer.email,
        contact: customer.contact,
        customer_id: customer.id,
      })

      await page.getByText('Use another email or phone').click()
      await page.getByLabel('Email').fill('nonsense')
      await page.getByLabel('UPI id').fill('success@upi')
      if (!javaScriptEnabled) await page.getByLabel('Email').fill('non@sense')
      await page.getByRole('button', { name: /^Pay ₹/ }).click()
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/not a valid email/)
      await page.getByLabel('Email').fill('another@example.com')
      await page.getByRole('button', { name: /^Pay ₹/ }).click()
      await expect(page).toHaveURL(/\/receipt\//)
      const [paid] = await paymentsOf(order.id)
      expect(paid).toMatchObject({
        email: 'another@example.com',
        contact: customer.contact,
        customer_id: customer.id,
      })
      expect(await rest(`/orders/${order.id}`)).toMatchObject({ attempts: 2, status: 'paid' })
    })
  })
}
