import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { CommentForm } from '#components/comments/comment-form.tsx'
import { CommentList } from '#components/comments/comment-list.tsx'
import { LanguageLinks } from '#components/payer/language-links.tsx'
import { RefundPageForm } from '#components/payments/refund-form.tsx'
import type { RefundSubject } from '#components/payments/refund-subject.ts'
import { ConfirmationProvider } from '#components/shared/form/confirmation.tsx'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import { NotificationsForm } from './notifications-form.tsx'
import { RefundReasonsForm } from './refund-reasons-form.tsx'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined, refresh: () => undefined }) }))

const opened = (values = {}) => ({ values, idempotency_key: 'key' })
const action = async () => opened()

const subject = (reasons: RefundReasons): RefundSubject => ({
  id: 'pay_NfLw3gQ81xRt0a',
  amount: 10_000,
  currency: 'INR',
  refundable: 10_000,
  customer: null,
  method: 'UPI',
  receipt: null,
  merchant: 'Test Stores',
  fee: null,
  instant: true,
  wallet: false,
  arrives: { from: 1, to: 2 },
  approvalAbove: null,
  approvalThreshold: null,
  waiting: [],
  reasons,
})
const refundForm = (reasons: RefundReasons) =>
  renderToStaticMarkup(<RefundPageForm payment={subject(reasons)} initial={opened()} action={action} />)

it('draws the reason of a refund as a choice where the merchant has a list, else as a text', () => {
  const chosen = refundForm({ reasons: ['Wrong size'], required: true, speed: 'normal' })
  expect(chosen).toMatch(
    /<select[^>]*aria-required="true"[^>]*name="reason"|<select[^>]*name="reason"[^>]*aria-required="true"/,
  )
  expect(chosen).toContain('<option value="Wrong size">Wrong size</option>')
  expect(chosen).toContain('Choose a reason')
  expect(refundForm({ reasons: ['Wrong size'], required: false, speed: 'normal' })).toContain('No reason')
  expect(refundForm({ reasons: [], required: false, speed: 'normal' })).toMatch(/<input[^>]*name="reason"/)
})

it('asks for the password before a refund in live mode alone, unless the session was just confirmed', () => {
  const drawn = (live: boolean, until: number | null) =>
    renderToStaticMarkup(
      <ConfirmationProvider value={{ signedIn: null, live, until, hasCode: false, passkey: null }}>
        <RefundPageForm
          payment={subject({ reasons: [], required: false, speed: 'normal' })}
          initial={opened()}
          action={action}
        />
      </ConfirmationProvider>,
    )
  expect(drawn(true, null)).toMatch(/<input[^>]*name="password"/)
  expect(drawn(true, 4_000_000_000)).toContain('Confirmed until')
  for (const form of [drawn(true, 4_000_000_000), drawn(false, null)])
    expect(form).not.toContain('"password"')
})

it('draws the forms of settings with their values', () => {
  const reasons = renderToStaticMarkup(
    <RefundReasonsForm
      saved={false}
      disabledReason={null}
      initial={opened({ reasons: 'Wrong size', required: '1' })}
      action={action}
    />,
  )
  expect(reasons).toMatch(/<textarea[^>]*name="reasons"[^>]*>Wrong size<\/textarea>/)
  expect(reasons).toMatch(/<input[^>]*name="required"[^>]*checked=""/)
  const notifications = renderToStaticMarkup(
    <NotificationsForm kinds={['mention']} saved initial={opened({ on: ['mention'] })} action={action} />,
  )
  expect(notifications).toContain('Notifications saved.')
  expect(notifications.match(/type="checkbox"/g)).toHaveLength(1)
})

it('draws comments as text, with mentions highlighted', () => {
  const comment = {
    id: 'cmt_NfLw3gQ81xRt0a',
    object_id: 'pay_NfLw3gQ81xRt0a',
    created_by: 'a@example.com',
    created_at: 1_781_505_000,
    own: false,
    pieces: [
      { text: '@asha', mention: true },
      { text: ' <i>look</i>', mention: false },
    ],
  }
  const drawn = renderToStaticMarkup(<CommentList comments={[comment]} action={action} open={opened} />)
  expect(drawn).toMatch(/<b[^>]*>@asha<\/b> &lt;i&gt;look/)
  expect(drawn).not.toContain('Delete')
  const form = renderToStaticMarkup(
    <CommentForm objectId="pay_NfLw3gQ81xRt0a" action={action} initial={opened()} />,
  )
  expect(form).toContain('name="object_id" value="pay_NfLw3gQ81xRt0a"')
})

it('names Hindi in Latin letters on a page in English', () => {
  const links = renderToStaticMarkup(<LanguageLinks language="en" path="/bill/x" />)
  expect(links).toMatch(/<span lang="en">Hindi<\/span> \(<svg role="img" aria-label="हिन्दी" lang="hi"/)
})
