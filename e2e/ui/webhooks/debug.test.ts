import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makeCustomer, makeWebhook, openReceiver, type Receiver, soon } from './receiver.ts'

let receiver: Receiver | undefined
test.afterEach(async () => {
  await receiver?.close()
  receiver = undefined
})

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** The field of this name; "optional" may stand beside it. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}(optional)?$`))

async function check(page: Page, given: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(given)) await field(page, label).fill(value)
  await page.getByRole('button', { name: 'Check signature' }).click()
}

const says = (page: Page, title: string) =>
  soon(page.getByRole('region', { name: 'Result' }).getByText(title, { exact: true })).toBeVisible({
    timeout: 120_000,
  })

test('each common mistake with a webhook is named, with the code that does it correctly', async ({
  page,
}) => {
  test.slow()
  receiver = await openReceiver()
  const [webhook, other] = [await makeWebhook(receiver.url), await makeWebhook(`${receiver.url}/other`)]
  await makeCustomer()
  await soon.poll(() => receiver?.received.length, { timeout: 120_000 }).toBeGreaterThan(1)
  const ours = receiver.received.find(
    ({ headers, body }) => headers['x-signature'] === hmac(webhook.secret, body).digest('hex'),
  )
  expect(ours).toBeDefined()
  const { headers, body } = ours ?? { headers: {}, body: '' }
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  await openAs(page, 'developer', `/webhooks/${webhook.id}?tab=debug`)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByRole('button', { name: 'Check signature' }).click()
  await says(page, 'Signature valid')

  const [Body, Fields, Secret, Computed] = ['Body', 'Headers', 'Your secret', 'Your computed signature']
  await page.goto('/webhooks/debug')
  const right = {
    [Body as string]: body,
    [Fields as string]: lines,
    [Secret as string]: webhook.secret,
    [Computed as string]: '',
  }
  const cases: [Record<string, string>, string][] = [
    [{}, 'Signature valid'],
    [{ Body: JSON.stringify(JSON.parse(body), null, 2) }, 'Body was re-serialized'],
    [{ Body: `${body}\n` }, 'Body has a trailing newline'],
    [{ [Secret as string]: 'not the secret' }, 'Wrong secret'],
    [{ [Secret as string]: other.secret }, 'Secret of another endpoint'],
    [{ [Secret as string]: demo().test.key_secret }, 'Secret of an API key'],
    [{ [Computed as string]: hmac(webhook.secret, body).digest('base64') }, 'Base64 instead of hex'],
    [
      { [Computed as string]: hmac(webhook.secret, `${body}\n`).digest('hex') },
      'Body has a trailing newline',
    ],
  ]
  for (const [change, title] of cases) {
    await check(page, { ...right, ...change })
    await says(page, title)
  }
  await page.getByRole('radio', { name: 'Python' }).check()
  await soon(page.locator('code:visible', { hasText: '# HERE: the bytes as they arrived' })).toBeVisible()

  // The secret that is rolled away.
  await page.goto(`/webhooks/${webhook.id}/secret`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await soon(page.getByText('Store the secret now')).toBeVisible()
  await page.goto(`/webhooks/${webhook.id}?tab=debug`)
  await check(page, { ...right, [Secret as string]: '' })
  await says(page, 'Secret from before the last rotation')
})

test('the mistakes with a payment are named, and the secret stands nowhere afterwards', async ({ page }) => {
  test.slow()
  const [order, payment, secret] = ['order_NfLw3gQ81xRt0a', 'pay_NfLw3gQ81xRt0b', demo().test.key_secret]
  await openAs(page, 'developer', '/webhooks/debug?kind=payment')
  const given = { 'Order ID': order, 'Payment ID': payment, 'Your secret': secret }
  const cases: [string, string][] = [
    [hmac(secret, `${order}|${payment}`).digest('hex'), 'Signature valid'],
    [hmac(secret, `${payment}|${order}`).digest('hex'), 'IDs are in the wrong order'],
    [hmac(secret, `${order}|${payment}`).digest('base64'), 'Base64 instead of hex'],
    [hmac('another', `${order}|${payment}`).digest('hex'), 'Signature invalid, no common mistake found'],
  ]
  for (const [signature, title] of cases) {
    await check(page, { ...given, Signature: signature })
    await says(page, title)
  }
  expect(await page.content()).not.toContain(secret)
  await page.goto('/logs')
  expect(await page.content()).not.toContain('debug_payment_signature')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a signature is checked all the same', async ({ page }) => {
    await openAs(page, 'developer', '/webhooks/debug')
    const body = '{"entity":"event"}'
    await check(page, {
      Body: body,
      Headers: hmac('s', body).digest('hex').toUpperCase(),
      'Your secret': 's',
    })
    await says(page, 'Uppercase hex')
    await soon(field(page, 'Body')).toHaveValue(body)
    expect(await field(page, 'Your secret').inputValue()).toBe('')
  })
})
