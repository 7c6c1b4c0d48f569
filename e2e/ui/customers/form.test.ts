import { expect, type Page } from '@playwright/test'
import { complaintsOf } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { fetchCustomer, makeCustomer, somebody } from './make.ts'

const GSTIN = '29ABCDE1234F1ZW'
const name = (page: Page) => page.getByLabel('Name', { exact: true })
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const phone = (page: Page) => page.getByLabel('Phone', { exact: true })
const gstin = (page: Page) => page.getByLabel(/^GSTIN/)
const changes = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true })

test.describe('a new customer', () => {
  test('says what the number and the GSTIN are, and is created', async ({ page }) => {
    const complaints = complaintsOf(page)
    const person = somebody()
    await openAs(page, 'owner', '/customers/new')
    await phone(page).fill('+60 12-345 6789')
    await expect(page.getByText('not an Indian mobile: no wallet possible')).toBeVisible()
    await expect(page.getByText('Malaysia')).toBeVisible()
    await phone(page).fill(person.contact.slice(3))
    await expect(page.getByText('valid Indian mobile: a wallet can be created')).toBeVisible()
    await expect(page.getByText(person.phone, { exact: true })).toBeVisible()
    await gstin(page).fill(GSTIN.slice(0, 9).toLowerCase())
    await expect(page.getByText('9 of 15')).toBeVisible()
    await gstin(page).fill(GSTIN.toLowerCase())
    await expect(page.getByText('Karnataka')).toBeVisible()
    await name(page).fill(person.name)
    await email(page).fill(person.email)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByLabel('Key of note 1').fill('terms')
    await page.getByLabel('Value of note 1').fill('15 days')
    await page.getByRole('button', { name: 'Create customer' }).dblclick()
    await page.waitForURL(/\/customers\/cust_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
    await expect(page.getByText('15 days')).toBeVisible()
    const { items } = await rest<{ items: object[] }>(`/customers?email=${person.email}`)
    expect(items).toMatchObject([{ contact: person.contact, gstin: GSTIN, notes: { terms: '15 days' } }])
    expect(complaints).toEqual([])
  })

  test('puts what is wrong next to its field', async ({ page }) => {
    await openAs(page, 'owner', '/customers/new')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(name(page)).toHaveAccessibleDescription(/Enter a name, email or phone number/)
    await expect(name(page)).toBeFocused()
    await name(page).fill('Al')
    await email(page).fill('asha')
    await phone(page).fill('1234')
    await gstin(page).fill('29ABCDE1234F1Z0')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(name(page)).toHaveAccessibleDescription(/at least 3 characters/)
    await expect(email(page)).toHaveAccessibleDescription(/not a valid email/)
    await expect(phone(page)).toHaveAccessibleDescription(/8 to 15 digits/)
    await expect(gstin(page)).toHaveAccessibleDescription(/Check its 15 characters/)
  })

  test('warns of the same e-mail or number, and leads to who has both', async ({ page }) => {
    const other = await makeCustomer()
    await openAs(page, 'owner', '/customers/new')
    await email(page).fill(other.email?.toUpperCase() ?? '')
    await expect(page.getByText(`${other.name} has this email already.`)).toBeVisible()
    await phone(page).fill(other.contact ?? '')
    await expect(page.getByText(`${other.name} has this email and phone number already.`)).toBeVisible()
    await page.getByRole('button', { name: 'Create customer' }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'Customer not created' })
    await expect(problem).toContainText('A customer with this email and phone number already exists.')
    await problem.getByRole('link', { name: 'View customer' }).click()
    await expect(page).toHaveURL(`/customers/${other.id}`)
  })
})

test.describe('an edit', () => {
  test('shows everything and exactly what will change, then replaces it', async ({ page }) => {
    const complaints = complaintsOf(page)
    const before = await makeCustomer({ gstin: GSTIN, notes: { terms: '15 days', shop: 'Mysuru 2' } })
    await openAs(page, 'owner', `/customers/${before.id}/edit`)
    await expect(name(page)).toHaveValue(before.name ?? '')
    await expect(gstin(page)).toHaveValue(GSTIN)
    await expect(changes(page)).toContainText('No changes.')
    // Another spelling of the same number is no change.
    await phone(page).fill(before.contact?.slice(3) ?? '')
    await expect(page.getByText('a wallet can be created')).toBeVisible()
    await expect(changes(page)).toContainText('No changes.')
    const after = somebody()
    await name(page).fill(after.name)
    await phone(page).fill(after.contact.slice(3))
    await gstin(page).fill('')
    await page.getByRole('button', { name: 'Remove note 1' }).click()
    await expect(changes(page).locator('del')).toHaveCount(4)
    await expect(changes(page).locator('ins')).toHaveCount(2)
    await expect(changes(page)).toContainText(after.phone)
    await expect(changes(page)).toContainText('removed')
    await expect(changes(page)).not.toContainText(before.email ?? '')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL(`/customers/${before.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(after.name)
    const saved = await fetchCustomer(before.id)
    expect(saved).toMatchObject({ email: before.email, contact: after.contact, gstin: null })
    expect(Object.keys(saved.notes)).toHaveLength(1)
    await page.getByRole('link', { name: 'Timeline and comments' }).click()
    const edited = page.getByRole('listitem').filter({ hasText: 'Customer edited' })
    await expect(edited.locator('del').first()).toContainText(before.name ?? '')
    await expect(edited.locator('ins').first()).toContainText(after.name)
    expect(complaints).toEqual([])
  })

  test('fails when another person has changed the customer meanwhile', async ({ page }) => {
    const { id, email: address } = await makeCustomer()
    await openAs(page, 'owner', `/customers/${id}/edit`)
    await page.request.fetch('/readyz')
    const changed = await putCustomer(id, { name: 'Changed meanwhile', email: address })
    expect(changed.name).toBe('Changed meanwhile')
    await name(page).fill('Changed too late')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'Customer not saved' })
    await expect(problem).toContainText('was changed since you opened it')
    await problem.getByRole('link', { name: 'Reload form' }).click()
    await expect(name(page)).toHaveValue('Changed meanwhile')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('creates, and says what is wrong', async ({ page }) => {
    const person = somebody()
    await openAs(page, 'owner', '/customers/new')
    await name(page).fill('Al')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(name(page)).toHaveAccessibleDescription(/at least 3 characters/)
    await expect(name(page)).toHaveValue('Al')
    await name(page).fill(person.name)
    await phone(page).fill(person.contact)
    await page.getByLabel(/^Notes/).fill('terms=15 days\nshop=Mysuru 2')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(page).toHaveURL(/\/customers\/cust_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
    await expect(page.getByText('Mysuru 2')).toBeVisible()
  })

  test('shows what an edit will change before it saves', async ({ page }) => {
    const before = await makeCustomer({ notes: { terms: '15 days' } })
    await openAs(page, 'owner', `/customers/${before.id}/edit`)
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(page.getByRole('heading', { name: 'No changes' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to form' }).click()
    await name(page).fill('Plainly renamed')
    await email(page).fill('')
    await page.getByRole('button', { name: 'Review changes' }).click()
    const review = page.getByRole('region', { name: 'Review changes' })
    await expect(review.locator('del')).toHaveText([`was ${before.name}`, `was ${before.email}`])
    await expect(review.locator('ins')).toHaveText(['changes to Plainly renamed'])
    expect((await fetchCustomer(before.id)).name).toBe(before.name)
    await page.getByRole('button', { name: 'Back to form' }).click()
    await expect(name(page)).toHaveValue('Plainly renamed')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL(`/customers/${before.id}`)
    expect(await fetchCustomer(before.id)).toMatchObject({
      name: 'Plainly renamed',
      email: null,
      contact: before.contact,
      notes: { terms: '15 days' },
    })
  })
})

async function putCustomer(id: string, body: object): Promise<{ name: string }> {
  const { demo } = await import('#e2e/fixtures.ts')
  const { key_id, key_secret } = demo().test
  const response = await fetch(`${process.env.BASE_URL}/v1/customers/${id}`, {
    method: 'PUT',
    headers: {
      authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { name: string }
}
