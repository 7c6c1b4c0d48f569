import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { minBill } from '#lib/testing/bill.ts'
import { issueBill, number } from './write.ts'

test.describe('the list of bills', () => {
  test('searches by number, store, phone and e-mail, and filters', async ({ page }) => {
    await openAs(page, 'owner', '/bills/new')
    const receipt = number()
    const store = `S${receipt.slice(-5)}`
    const email = `${receipt.toLowerCase()}@example.com`
    await page.getByLabel(/^Store/).fill(store)
    await page.getByLabel(/^Email/).fill(email)
    await page.getByLabel(/^Phone/).fill('98450 12345')
    await issueBill(page, receipt, '321')
    for (const q of [receipt.slice(0, 9), store, email]) {
      await page.goto('/bills')
      await page.locator('input[name="find"]').fill(q)
      await page.keyboard.press('Enter')
      await expect(page.locator('main').getByText('1 bill · ₹379.00')).toBeVisible()
      await expect(page.getByRole('rowheader', { name: receipt })).toBeVisible()
    }
    await page.goto('/bills?q=%2B919845012345&min=379&max=379')
    await expect(page.getByRole('rowheader', { name: receipt })).toBeVisible()
    await page.goto(`/bills?store=${store}&type=credit_invoice`)
    await expect(page.getByRole('heading', { name: 'No bills match these filters' })).toBeVisible()
    await page.goto(`/bills?store=${store}&type=tax_invoice&category=retail_and_consumer_goods&period=today`)
    await expect(page.locator('main').getByText('1 bill · ₹379.00')).toBeVisible()
    await page.goto(`/bills?store=${store}&status=deleted`)
    await expect(page.getByRole('heading', { name: 'No bills match these filters' })).toBeVisible()
    await page.goto('/bills?type=banana&min=soon')
    await expect(page.getByRole('heading', { name: 'Invalid filter' })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(0)
  })

  test('exports what the filter finds', async ({ page }) => {
    await openAs(page, 'owner', '/bills/new')
    const receipt = number()
    await issueBill(page, receipt, '50')
    await page.goto(`/bills?q=${receipt}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^bills-test-q-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/)
    const [head = '', row = '', ...rest] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(rest).toEqual([])
    expect(head).toMatch(/^bill_id,receipt_number,/)
    expect(row).toContain(`,${receipt},tax_invoice,`)
    // 50.00 and 9.00 of tax.
    expect(row).toContain(',9.00,900,59.00,5900,')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the builder says that it needs JavaScript, and a bill can be deleted', async ({ page, request }) => {
    await openAs(page, 'owner', '/bills/new')
    await expect(page.getByText('The bill builder needs JavaScript')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Issue bill/ })).toHaveCount(0)
    const receipt_number = number()
    const { key_id, key_secret } = demo().test
    const response = await request.post('/v1/bills', {
      headers: { authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` },
      data: { ...minBill, receipt_number },
    })
    const { id } = (await response.json()) as { id: string }
    await page.goto(`/bills/${id}/edit`)
    await expect(page.getByText('Editing a bill needs JavaScript')).toBeVisible()
    await page.goto(`/bills/${id}`)
    await page.getByRole('link', { name: 'Delete' }).click()
    await page.getByRole('button', { name: `Delete bill ${receipt_number}` }).click()
    await page.waitForURL(`/bills/${id}`)
    await expect(page.getByText('Withdrawn').first()).toBeVisible()
  })

  test('the business details are a plain form', async ({ page }) => {
    await openAs(page, 'owner', '/settings/business')
    const label = await page.getByLabel('Billing label').inputValue()
    await page.getByLabel('Billing label').fill('Kaveri & Sons')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('The billing label must have 1 to 30 letters, digits and spaces'),
    ).toBeVisible()
    await page.getByLabel('Billing label').fill(label)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Business details saved.')).toBeVisible()
  })
})

test('a role that may not write bills sees them and is told why not', async ({ page }) => {
  await openAs(page, 'owner', '/bills/new')
  const id = await issueBill(page, number())
  await page.context().clearCookies()
  await openAs(page, 'viewer', `/bills/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹118.00')
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/bills/new')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
  await page.goto('/settings/business')
  await expect(page.getByLabel('Billing label')).toHaveAttribute('readonly', '')
})

test('an invalid or unknown id is a page that says so', async ({ page }) => {
  await openAs(page, 'owner', '/bills/bill_00000000000000')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/₹/)
  expect((await page.goto('/bills/bill_x'))?.status()).toBe(404)
})

test('everyone can use the builder, the list, a bill and the business details, at any size', async ({
  page,
}) => {
  await openAs(page, 'owner', '/bills/new?start=ticket')
  await page.getByRole('button', { name: /^Issue bill/ }).click()
  await expect(page.getByText('Bill not issued')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectUsable(page)
  await page.goto('/bills/new')
  const id = await issueBill(page, number())
  for (const path of [
    `/bills/${id}`,
    `/bills/${id}?tab=versions`,
    `/bills/${id}/edit`,
    `/bills/${id}/send`,
    '/bills',
    '/settings/business',
  ]) {
    await page.goto(path)
    await expectUsable(page)
  }
})
