import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApprovalStub } from '#components/approvals/approval-stub.tsx'
import { PaymentTimeline } from '#components/payments/payment-timeline.tsx'
import type { ApprovalDetails } from '#lib/domain/approvals/schema.ts'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'

const ID = 'req_NfLw3gQ81xRt0a'

function timeline(request_kept: boolean) {
  const entry: TimelineEntry = {
    id: 'evt_NfLw3gQ81xRt0a',
    what: 'payment.captured',
    actor_kind: 'system',
    actor_name: 'worker',
    request_id: ID,
    request_kept,
    created_at: 1,
    payload: {},
  }
  const payment = { currency: 'INR' } as PaymentDetails
  return <PaymentTimeline entries={[entry]} payment={payment} refunds={[]} due={new Map()} />
}

function stub(request_kept: boolean) {
  const approval = { id: 'apr_NfLw3gQ81xRt0a', cause: 'refund_threshold', request_id: ID, request_kept }
  return <ApprovalStub approval={{ ...approval, created_at: 1, expires_at: 2 } as ApprovalDetails} />
}

it.each([
  ['the timeline of a payment', timeline],
  ['an approval', stub],
])('%s links to a request that the log has, and shows the ID of another as text', (_, draw) => {
  expect(renderToStaticMarkup(draw(true))).toContain(`href="/logs/${ID}"`)
  const without = renderToStaticMarkup(draw(false))
  expect(without).not.toContain('/logs/')
  expect(without).toContain(`data-copy="${ID}"`)
})

it('links to a request that was not read from the log itself are in one part', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'], { exclude: ['**/*.test.*'] })
  const linking = files.filter((file) => readFileSync(file, 'utf8').includes('`/logs/${'))
  expect(linking.sort()).toEqual([
    'app/(dashboard)/logs/[id]/page.tsx',
    'app/(dashboard)/logs/actions.ts',
    'components/connected-apps/app-calls.tsx',
    'components/logs/logs-table.tsx',
    'components/shared/request-link.tsx',
  ])
})
