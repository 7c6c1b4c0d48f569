import { expect, type FrameLocator, type Page } from '@playwright/test'
import { DESKTOP, expectAccessibleFrame, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { CARD_HTML } from '#lib/surfaces/tools/approval-card.ts'

const CARD = {
  id: 'apr_AAAAAAAAAAAAAA',
  title: 'Refund a payment',
  status: 'waiting',
  amount: '₹45,000.00',
  object_id: 'pay_AAAAAAAAAAAAAA',
  requested_by: 'Ledger Helper',
  reason: "This is above the app's limit for one call, so a person must approve it.",
  expires_at: 1_781_591_400,
  url: 'http://localhost/approvals/apr_AAAAAAAAAAAAAA',
}

type Message = { id?: number; method?: string; params?: Record<string, unknown> }

/**
 * A host as the specification of the extension has it: the card in a sandboxed frame of an origin of its own, which gets
 * responses and notifications as messages. Every message of the card is kept.
 */
async function openHost(page: Page, theme: 'light' | 'dark', capabilities: object): Promise<FrameLocator> {
  // The policy of the page that the context was reset to would block the frame.
  await page.goto('about:blank')
  await page.setContent(
    `<!doctype html><html lang="en"><title>Host</title><style>body { margin: 0; padding: 16px; background: ${theme === 'dark' ? '#151410' : '#faf9f5'} } iframe { border: 0; width: 100%; max-width: 560px; height: 100px }</style><main></main></html>`,
  )
  await page.evaluate(
    ({ html, theme, capabilities }) => {
      const frame = document.createElement('iframe')
      frame.title = 'Approval'
      frame.setAttribute('sandbox', 'allow-scripts')
      frame.srcdoc = html
      const messages: Message[] = []
      const reply = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
      const state = { messages, reply, status: 'waiting' }
      Object.assign(window, { state })
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return
        messages.push(data)
        const { id, method, params } = data
        if (method === 'ui/initialize')
          reply({
            id,
            result: {
              protocolVersion: '2026-01-26',
              hostInfo: { name: 'test', version: '1' },
              hostCapabilities: capabilities,
              hostContext: { theme, locale: 'en-IN', timeZone: 'Asia/Kolkata' },
            },
          })
        if (method === 'ui/open-link') reply({ id, result: {} })
        if (method === 'tools/call') reply({ id, result: { structuredContent: { status: state.status } } })
        if (method === 'ui/notifications/size-changed') frame.style.height = `${params.height}px`
      })
      document.querySelector('main')?.append(frame)
    },
    { html: CARD_HTML, theme, capabilities },
  )
  await expect.poll(() => sent(page, 'ui/notifications/initialized')).toHaveLength(1)
  return page.frameLocator('iframe')
}

const frameOf = (page: Page) => page.frames()[1] ?? page.mainFrame()

type Host = { state: { messages: Message[]; reply(message: object): void; status: string } }

const sent = (page: Page, method: string) =>
  page.evaluate(
    (wanted) => (window as unknown as Host).state.messages.filter((message) => message.method === wanted),
    method,
  )

const notify = (page: Page, method: string, params: object) =>
  page.evaluate((message) => (window as unknown as Host).state.reply(message), { method, params })

const result = (card: object | undefined) => ({
  content: [{ type: 'text', text: 'This waits.' }],
  _meta: card ? { approval_card: card } : {},
})

for (const theme of ['light', 'dark'] as const)
  for (const [device, viewport] of Object.entries({
    desktop: DESKTOP,
    phone: PHONE,
    narrow: { width: 320, height: 640 },
  }))
    test(`the card shows the request, accessibly, and loads nothing: ${theme}, ${device}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      const requests: string[] = []
      page.on('request', (request) => void requests.push(request.url()))
      const faults: string[] = []
      page.on('pageerror', (error) => void faults.push(error.message))
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
      const card = await openHost(page, theme, {})
      await notify(page, 'ui/notifications/tool-result', result(CARD))
      await expect(card.getByRole('heading', { name: 'Refund a payment' })).toBeVisible()
      await expect(card.getByRole('status')).toHaveText('Waiting for approval')
      await expect(card.getByText('₹45,000.00')).toBeVisible()
      await expect(card.getByText('Ledger Helper')).toBeVisible()
      await expect(card.getByText('pay_AAAAAAAAAAAAAA')).toBeVisible()
      await expect(card.getByText(/16 Jun 2026.*12:00/)).toBeVisible()
      await expect(card.getByRole('link', { name: 'Review in the dashboard' })).toHaveAttribute(
        'href',
        CARD.url,
      )
      await expect(card.getByRole('button')).toHaveCount(0)
      const { height } = await card.locator('main').evaluate((main) => main.getBoundingClientRect())
      await expect
        .poll(async () => (await page.locator('iframe').boundingBox())?.height)
        .toBeGreaterThanOrEqual(Math.floor(height))
      const overflow = await card.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
      expect(overflow).toBe(0)
      expect(await card.locator('html').evaluate((root) => getComputedStyle(root).colorScheme)).toBe(theme)
      await expectAccessibleFrame(frameOf(page))
      await page.screenshot({ path: `.test/card-${theme}-${device}.png` })
      expect(requests.filter((url) => /^https?:/.test(url))).toEqual([])
      expect(faults).toEqual([])
    })

test('the card follows the decision, and its link is opened by the host', async ({ page }) => {
  await page.clock.install()
  const card = await openHost(page, 'light', { serverTools: {}, openLinks: {} })
  await notify(page, 'ui/notifications/tool-result', result(CARD))
  await card.getByRole('link', { name: 'Review in the dashboard' }).press('Enter')
  await expect
    .poll(async () => (await sent(page, 'ui/open-link')).map(({ params }) => params))
    .toEqual([{ url: CARD.url }])
  await page.evaluate(() => {
    ;(window as unknown as Host).state.status = 'approved'
  })
  await page.clock.fastForward(5_100)
  await expect(card.getByRole('status')).toHaveText('Approved')
  await expect(card.getByRole('link', { name: 'View in the dashboard' })).toBeVisible()
  await expect(card.getByText('Expires')).toBeHidden()
  const calls = await sent(page, 'tools/call')
  expect(calls.map(({ params }) => params)).toEqual([{ name: 'fetch_approval', arguments: { id: CARD.id } }])
})

test('the card says of a call that did not wait that no approval is needed', async ({ page }) => {
  const card = await openHost(page, 'light', {})
  await expect(card.getByText('Waiting for the result of the call.')).toBeVisible()
  await notify(page, 'ui/notifications/tool-result', result(undefined))
  await expect(card.getByRole('heading', { name: 'No approval needed' })).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
  await expectAccessibleFrame(frameOf(page))
})
