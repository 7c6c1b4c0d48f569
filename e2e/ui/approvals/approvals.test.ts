import { expect } from '@playwright/test'
import {
  complaintsOf,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsable,
  openDialog,
  PHONE,
  useMode,
} from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { askForRefund, letExpire, openPage, setThreshold } from './make.ts'

test.beforeAll(async ({ browser }) => {
  test.slow()
  const page = await openPage(browser)
  await setThreshold(page)
  await page.context().close()
})

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`support asks, cannot approve, finance approves, and the refund exists: ${device}`, async ({
    browser,
  }) => {
    test.slow()
    const [support, finance] = await Promise.all([
      openPage(browser, { viewport }),
      openPage(browser, { viewport }),
    ])
    const complaints = complaintsOf(finance)
    const { payment, approval } = await askForRefund(support)
    await support.getByRole('link', { name: 'Back to the payment' }).click()
    await support.waitForURL(`**/payments/${payment}`)
    await expect(support.getByText('1 approval waiting')).toBeVisible()
    await expectNoSidewaysScroll(support)
    await support.getByRole('link', { name: /^To refund/ }).click()
    await support.waitForURL(`**/approvals/${approval}`)
    await expect(support.getByText('Someone else must approve this', { exact: true })).toBeVisible()
    await expect(support.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
    await expect(support.getByRole('button', { name: 'Withdraw request' })).toBeVisible()

    await openAs(finance, 'finance', '/approvals?status=waiting')
    const row = finance.locator('tr', { has: finance.getByRole('link', { name: approval }) })
    await expect(row).toContainText('Needs your approval')
    await expectNoSidewaysScroll(finance)
    if (device === 'desktop') await expectAccessible(finance)
    await row.getByRole('link', { name: approval }).click()
    await finance.waitForURL(`**/approvals/${approval}`)
    await expect(finance).toHaveTitle(/₹45,000\.00 waiting · apr_/)
    await expectNoSidewaysScroll(finance)
    if (device === 'desktop') await expectAccessible(finance)
    await finance.getByRole('button', { name: 'Approve: refund ₹45,000.00' }).click()
    await expect(finance.getByText('Approved and completed')).toBeVisible()
    const refund = finance.getByRole('link', { name: /^rfnd_/ })
    if (device === 'desktop') await expectAccessible(finance)
    await refund.click()
    await finance.waitForURL('**/refunds/rfnd_*')
    await expect(finance.getByText(payment).first()).toBeVisible()
    await support.goto(`/payments/${payment}`)
    await expect(support.getByText('1 approval waiting')).toHaveCount(0)
    expect(complaints).toEqual([])
    await Promise.all([support, finance].map((page) => page.context().close()))
  })
}

test('a refund is rejected with a reason, which the requester reads', async ({ browser }) => {
  test.slow()
  const [support, finance] = await Promise.all([openPage(browser), openPage(browser)])
  const { payment, approval } = await askForRefund(support)
  await openAs(finance, 'finance', `/approvals/${approval}`)
  await finance.locator('summary', { hasText: 'Reject request' }).click()
  await finance.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(finance.getByText('Enter a reason for the rejection.')).toBeVisible()
  await finance.getByLabel('Reason for rejection').fill('The parcel has arrived.')
  await finance.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(finance.getByText(/^Rejected by finance[.@]/)).toBeVisible()
  await support.goto(`/approvals/${approval}`)
  await expect(support.getByText('“The parcel has arrived.”')).toBeVisible()
  await expect(support.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0)
  await support.goto(`/payments/${payment}?tab=refunds`)
  await expect(support.getByText('No refunds.')).toBeVisible()
  await Promise.all([support, finance].map((page) => page.context().close()))
})

test('works without script: requested, withdrawn, requested again, approved', async ({ browser }) => {
  test.slow()
  const [support, finance] = await Promise.all([
    openPage(browser, { javaScriptEnabled: false }),
    openPage(browser, { javaScriptEnabled: false }),
  ])
  const first = await askForRefund(support)
  await support.getByRole('link', { name: 'Back to the payment' }).click()
  await expect(support).toHaveURL(new RegExp(`/payments/${first.payment}$`))
  await support.getByRole('link', { name: /^To refund/ }).click()
  await expect(support).toHaveURL(new RegExp(`/approvals/${first.approval}$`))
  await support.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(support.getByText(/^Withdrawn by support[.@]/)).toBeVisible()
  const second = await askForRefund(support)
  await openAs(finance, 'finance', `/approvals/${second.approval}`)
  await finance.getByRole('button', { name: /^Approve: refund/ }).click()
  await expect(finance.getByText('Approved and completed')).toBeVisible()
  await Promise.all([support, finance].map((page) => page.context().close()))
})

test('an undecided request expires, and can then be neither approved nor rejected', async ({ browser }) => {
  test.slow()
  const [support, finance] = await Promise.all([openPage(browser), openPage(browser)])
  const { approval } = await askForRefund(support)
  await openAs(finance, 'finance', `/approvals/${approval}`)
  await letExpire(approval)
  await finance.getByRole('button', { name: /^Approve: refund/ }).click()
  await expect(finance.getByText('No decision within 24 hours')).toBeVisible()
  await expect(finance.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await Promise.all([support, finance].map((page) => page.context().close()))
})

test('who comes second reads what the first has decided', async ({ browser }) => {
  test.slow()
  const [support, finance, owner] = await Promise.all([
    openPage(browser),
    openPage(browser),
    openPage(browser, { javaScriptEnabled: false }),
  ])
  const { approval } = await askForRefund(support)
  await openAs(finance, 'finance', `/approvals/${approval}`)
  await openAs(owner, 'owner', `/approvals/${approval}`)
  await finance.getByRole('button', { name: /^Approve: refund/ }).click()
  await expect(finance.getByText('Approved and completed')).toBeVisible()
  await owner.getByRole('button', { name: /^Approve: refund/ }).click()
  await expect(owner.getByText('Approved and completed')).toBeVisible()
  await expect(owner.getByText(/Approved by finance[.@]/).first()).toBeVisible()
  await Promise.all([support, finance, owner].map((page) => page.context().close()))
})

test('the dialog of a refund says that it waits, and where', async ({ page }) => {
  test.slow()
  const { makePayment } = await import('#e2e/ui/payments/make.ts')
  const { id } = await makePayment({ amount: 4_500_000 })
  await openAs(page, 'support', `/payments/${id}`)
  await openDialog(page, /^Refund ₹/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('need approval. Nothing leaves your balance')).toBeVisible()
  await expect(dialog.getByText("Refunds can't be cancelled")).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByText(/^(Enter|Choose) a reason/)).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill('Broken in transit')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByText('Sent for approval')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'View request' })).toBeVisible()
  await expectAccessible(page)
  // The page of the payment now shows the pending refund, and another request finds it.
  await dialog.getByRole('button', { name: 'Back to the payment' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('1 approval waiting')).toBeVisible()
  await expect(page.getByText(/^To refund ₹45,000\.00, requested by support/)).toBeVisible()
  await openDialog(page, /^Refund ₹/)
  await expect(dialog.getByText('A refund is waiting for approval')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Reason/).fill('Broken in transit')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByText('The same request is already waiting for approval.')).toBeVisible()
  await dialog.getByRole('link', { name: 'View request' }).click()
  await page.waitForURL('**/approvals/apr_*')
  await expect(page.getByText('Someone else must approve this', { exact: true })).toBeVisible()
})

test('thresholds are for owners and admins, in live mode with the password', async ({ page, context }) => {
  test.slow()
  await openAs(page, 'support', '/settings/approvals')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await context.clearCookies()
  await openAs(page, 'admin', '/settings/approvals')
  await page.getByLabel('Refunds by finance above').fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an amount, e.g. 5000 or 5000.50, or leave it blank.')).toBeVisible()
  await expect(page.getByLabel('Refunds by finance above')).toHaveValue('a lot')
  await useMode(context, 'live')
  await page.goto('/settings/approvals')
  await page.getByLabel('Require approval for refunds above').fill('90000')
  await page.getByLabel('Your password').fill('wrong')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a raised threshold waits for a second person, who sees it before and after: ${device}`, async ({
    browser,
  }) => {
    test.slow()
    const dark = { viewport, colorScheme: 'dark' } as const
    const [admin, owner] = await Promise.all([openPage(browser, dark), openPage(browser, { viewport })])
    const complaints = complaintsOf(owner)
    await openAs(admin, 'admin', '/settings/approvals')
    await expectNoSidewaysScroll(admin)
    if (device === 'desktop') await expectUsable(admin, [PHONE, DESKTOP])
    const raised = device === 'desktop' ? '40001' : '40002'
    await admin.getByLabel('Refunds by support above').fill(raised)
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByLabel('Reason for the change')).toBeFocused()
    await admin.getByLabel('Reason for the change').fill('Support refunds whole orders now.')
    await admin.getByRole('button', { name: 'Save' }).click()
    await admin.waitForURL('**/approvals/apr_*')
    await expect(admin.getByText('This loosens a limit, so someone else must approve it.')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
    await expectNoSidewaysScroll(admin)
    if (device === 'desktop') await expectUsable(admin, [PHONE, DESKTOP])
    await openAs(owner, 'owner', new URL(admin.url()).pathname)
    const row = owner.getByRole('listitem').filter({ hasText: 'Refunds by support above' })
    await expect(row.getByText('Before', { exact: true })).toBeVisible()
    await expect(row.getByText('After', { exact: true })).toBeVisible()
    const definition = row.getByRole('definition')
    await expect(definition).toHaveText(['₹40,000.00', device === 'desktop' ? '₹40,001.00' : '₹40,002.00'])
    await expect(owner.getByText('Support refunds whole orders now.')).toBeVisible()
    await expectNoSidewaysScroll(owner)
    await owner.locator('summary', { hasText: 'Reject request' }).click()
    await owner.getByLabel('Reason for rejection').fill('Not this week.')
    await owner.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(owner.getByText(/^Rejected by /)).toBeVisible()
    await admin.goto('/settings/approvals')
    await expect(admin.getByLabel('Refunds by support above')).toHaveValue('40000.00')
    expect(complaints).toEqual([])
    await Promise.all([admin, owner].map((page) => page.context().close()))
  })
}
