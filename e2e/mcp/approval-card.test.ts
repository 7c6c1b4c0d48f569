import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allowRefunds } from '#e2e/mcp/person.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { guideSampleOf } from '#lib/api-docs/guide-samples.ts'
import { CARD_HTML } from '#lib/surfaces/tools/approval-card.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

/**
 * The inspector in a browser: a host that draws MCP apps with the official bridge, in a sandboxed frame of another origin,
 * and declares that only when it connects, as the hosts of revision 2025-11-25 do.
 */
async function openInspector(): Promise<{ url: string; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  // The arguments of the line of the guide, after npx and the name of the package.
  const { code } = guideSampleOf('connect-inspector', { baseUrl: demo().mcp_url, keyId: null })
  const line = code
    .replace(/\/mcp$/, '/mcp/write')
    .split(' ')
    .slice(3)
  const child: ChildProcess = spawn(
    process.execPath,
    ['node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', ...line],
    {
      env: {
        NODE_ENV: 'test',
        PATH: dirname(process.execPath),
        HOME: home,
        CLIENT_PORT: String(await freePort()),
        MCP_SANDBOX_PORT: '0',
        MCP_AUTO_OPEN_ENABLED: 'false',
        MCP_INSPECTOR_SECRET_STORE: 'file',
      },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const running = /(http:\/\/\S+API_TOKEN=\w+)\s/
  await expect.poll(() => said, { timeout: 120_000 }).toMatch(running)
  return {
    url: running.exec(said)?.[1] ?? '',
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(home, { recursive: true })
    },
  }
}

test('the inspector draws the card of a refund that waits, and the card follows the decision', async ({
  page,
  context,
}) => {
  test.setTimeout(900_000)
  const { id } = await makePayment({ amount: 50_000 })
  const inspector = await openInspector()
  await openAs(page, 'owner', '/')
  await page.goto(inspector.url)
  await page.getByRole('switch').first().press('Space')
  await page.waitForURL(/\/(consent|authorize)/, { timeout: 120_000 })
  await allowRefunds(page, page.url())

  await page.getByText('Apps', { exact: true }).click()
  await page.getByText('Refund a payment', { exact: true }).click()
  await page.getByRole('textbox', { name: 'id', exact: true }).fill(id)
  await page.getByRole('textbox', { name: 'amount', exact: true }).fill('900')
  await page.getByRole('button', { name: 'Open App' }).click()
  const card = page.frameLocator('iframe').frameLocator('iframe')
  await expect(card.getByRole('heading', { name: 'Refund a payment' })).toBeVisible({ timeout: 120_000 })
  await expect(card.getByRole('status')).toHaveText('Waiting for approval')
  await expect(card.getByText('₹9.00')).toBeVisible()
  await expect(card.getByText(id)).toBeVisible()

  const link = card.getByRole('link', { name: 'Review in the dashboard' })
  const approval = await context.newPage()
  await approval.goto((await link.getAttribute('href')) ?? '')
  await approval.getByRole('button', { name: 'Approve: refund ₹9.00' }).click()
  await expect(approval.getByText('Approved and completed')).toBeVisible()
  await approval.close()
  await page.bringToFront()
  // The card asks the server through the host.
  await expect(card.getByRole('status')).toHaveText('Approved', { timeout: 120_000 })
  await expect(card.getByRole('link', { name: 'View in the dashboard' })).toBeVisible()
  await page.screenshot({ path: '.test/card-inspector.png' })
  await inspector.close()
})

/** The card in the frame of a host that passes it the result of a call, and returns the approval when asked for it. */
async function drawCard(page: Page, result: object, approval: object): Promise<void> {
  // The policy of the page that the context was reset to would block the frame.
  await page.goto('about:blank')
  await page.setContent('<iframe title="Card" width="500" height="400"></iframe>')
  await page.evaluate(
    ({ html, sent, fetched }) => {
      const frame = document.querySelector('iframe')
      const post = (message: object) => frame?.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
      addEventListener('message', ({ data: { id, method } }) => {
        if (method === 'ui/initialize')
          post({ id, result: { hostCapabilities: { serverTools: {} }, hostContext: {} } })
        if (method === 'ui/notifications/initialized')
          post({ method: 'ui/notifications/tool-result', params: sent })
        if (method === 'tools/call') post({ id, result: { structuredContent: fetched } })
      })
      if (frame) frame.srcdoc = html
    },
    { html: CARD_HTML, sent: result, fetched: approval },
  )
}

test('the card shows that a call waits from its result alone, as clients that declare no cards get it', async ({
  page,
}) => {
  const structuredContent = {
    status: 'waiting_for_approval',
    approval_id: 'apr_00000000000000',
    approval_url: 'https://counterfoil.example/approvals/apr_00000000000000',
  }
  await drawCard(page, { structuredContent }, { status: 'rejected' })
  const card = page.frameLocator('iframe')
  await expect(card.getByRole('status')).toHaveText('Waiting for approval')
  await expect(card.getByText('No money has moved. A person decides in the dashboard.')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Review in the dashboard' })).toHaveAttribute(
    'href',
    structuredContent.approval_url,
  )
  await expect(card.getByText('Requested by')).toBeHidden()
  await expect(card.getByText('No approval needed')).toBeHidden()
  // It asks for the decision as every card does.
  await expect(card.getByRole('status')).toHaveText('Rejected', { timeout: 120_000 })
})

test('the card of a call that did not wait says so', async ({ page }) => {
  await drawCard(page, { structuredContent: { entity: 'refund', id: 'rfnd_00000000000000' } }, {})
  await expect(page.frameLocator('iframe').getByText('No approval needed')).toBeVisible()
})
