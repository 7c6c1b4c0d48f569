import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makeWallet } from './make.ts'

test.use({ javaScriptEnabled: false })

test('the code on a PDF opens the figures of its statement, and nothing more', async ({ page, browser }) => {
  test.slow()
  const { customer } = await makeWallet()
  await openAs(page, 'owner', `/customers/${customer.id}/statement`)
  const response = await page.request.get(`/customers/${customer.id}/statement/pdf`)
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(await response.body())
  const text = [...document.pages()].map((one) => one.getText()).join(' ')
  document.destroy()
  pdfium.destroy()
  const [address = '', code = ''] = /https?:\S+\/statement\/((?:\w{4}-){3}\w{4})/.exec(text) ?? []
  expect(code).not.toBe('')

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 720 },
  })
  const reader = await context.newPage()
  await reader.goto(new URL(address).pathname)
  await expect(reader.getByRole('heading', { name: 'This statement is genuine' })).toBeVisible()
  for (const said of ['₹0.00', '₹1,550.00', '₹250.00', '₹1,300.00', customer.id, code])
    await expect(reader.getByText(said, { exact: true }).first(), said).toBeVisible()
  await expect(reader.getByText('Current records match this statement')).toBeVisible()
  const content = await reader.content()
  for (const secret of [customer.name, customer.email, customer.contact?.slice(3)])
    expect(content).not.toContain(secret)
  await expectNoSidewaysScroll(reader)

  await reader.goto('/statement')
  await reader.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
  await reader.getByRole('button', { name: 'Verify statement' }).click()
  await expect(reader.getByRole('heading', { name: 'This statement is genuine' })).toBeVisible()
  for (const wrong of ['nothing', '0000-0000-0000-0000']) {
    await reader.goto('/statement')
    await reader.getByLabel('Code').fill(wrong)
    await reader.getByRole('button', { name: 'Verify statement' }).click()
    await expect(reader.getByLabel('Code')).toHaveAccessibleDescription(/No statement has this code/)
  }
  await context.close()

  const scripted = await browser.newContext({ javaScriptEnabled: true })
  const everybody = await scripted.newPage()
  for (const path of [new URL(address).pathname, '/statement?code=nothing']) {
    await everybody.goto(path)
    await expectAccessible(everybody)
  }
  await scripted.close()
})
