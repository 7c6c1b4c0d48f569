import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PaymentEvents, PaymentRequests, PaymentWebhooks } from './[id]/activity.tsx'

const requested: [string, unknown][] = []
let items: object[] = []
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))
vi.mock('#lib/surfaces/page.ts', () => ({
  tryRead: async ({ name }: { name: string }, input: unknown) => {
    requested.push([name, input])
    return { ok: true, value: { items } }
  },
}))

const ids = ['pay_NfLw3gQ81xRt0a', 'rfnd_NfLw3gQ81xRt0a']
const PARTS = [PaymentWebhooks, PaymentRequests, PaymentEvents]

it('asks for the payment and its refunds, and says where there is nothing', async () => {
  for (const Part of PARTS) {
    const text = renderToStaticMarkup(await Part({ ids }))
    expect(text).toMatch(/No webhook received|no request about|No events yet/)
  }
  expect(requested).toEqual([
    ['fetch_deliveries_about', { ids }],
    ['list_requests_for_dashboard', { objects: ids, count: 50 }],
    ['list_events_for_dashboard', { objects: ids, count: 50 }],
  ])
})

it('draws deliveries with the endpoint and the last response', async () => {
  items = [
    {
      endpoint_id: 'whk_NfLw3gQ81xRt0a',
      event_id: 'evt_NfLw3gQ81xRt0a',
      event: 'payment.captured',
      url: 'https://hooks.example.com/in',
      state: 'failed',
      attempts: 3,
      last_status: 503,
      last_error: null,
      last_attempt_at: 1_781_505_000,
      object_id: ids[0],
    },
  ]
  const text = renderToStaticMarkup(await PaymentWebhooks({ ids }))
  for (const part of [
    'payment.captured',
    'hooks.example.com',
    '503',
    '/webhooks/whk_NfLw3gQ81xRt0a/deliveries/evt_',
  ])
    expect(text).toContain(part)
})
