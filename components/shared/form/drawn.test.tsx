import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ThresholdsForm } from '#components/approvals/thresholds-form.tsx'
import { DeleteBillPageForm } from '#components/bills/delete-bill.tsx'
import { ClientForm, DeleteClientForm } from '#components/clients/client-form.tsx'
import { AccessForm, BlockForm } from '#components/connected-apps/access-form.tsx'
import { PolicyForm } from '#components/connected-apps/policy-form.tsx'
import { AttachForm } from '#components/documents/attach-form.tsx'
import { FundAccountForm } from '#components/fund-accounts/fund-account-form.tsx'
import { SendBillForm } from '#components/mails/send-to-payer-form.tsx'
import type { ApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import { type FormState, noFieldsForm } from '#lib/values/form.ts'
import { ActionButton } from './action-button.tsx'
import { ConfirmationProvider } from './confirmation.tsx'
import { AmountField } from './fields.tsx'
import { MoneyButton } from './money-button.tsx'
import { StaffForm } from './staff-form.tsx'
import { useStaffForm } from './use-staff-form.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const DESCRIPTION = 'This is what is wrong.'
const action = async (): Promise<never> => {
  throw new Error('The forms are only drawn here.')
}

/** A form rendered without script after an error, with the submitted input. */
const refused = (field: string | undefined, values: FormState['values'] = {}): FormState<never> => ({
  values,
  idempotency_key: 'key',
  error: { reason: 'odd', description: DESCRIPTION, request_id: '', ...(field ? { field } : {}) },
})

const roles = [
  { id: 'support', name: 'support' },
  { id: 'role_NfLw3gQ81xRt0a', name: 'Night desk' },
]
const none = { merchant: null, by_role: {}, roles, own: null, own_left: null }
const thresholds: ApprovalThresholds = {
  currency: 'INR',
  other_approvers: 1,
  refunds: none,
  wallet_credits: none,
  payouts: none,
}
const scopes = [
  { name: 'read_only', sentence: 'See payments' },
  { name: 'orders:write', sentence: 'Create orders' },
]

const FORMS: [string, string | undefined, ReactElement][] = [
  [
    'thresholds',
    'refunds_support',
    <ThresholdsForm
      key="thresholds"
      {...{ thresholds, action, saved: false, live: true, disabledReason: null }}
      initial={refused('refunds_support', { refunds_support: 'typed' })}
    />,
  ],
  [
    'policy',
    'redirect_hosts',
    <PolicyForm
      key="policy"
      {...{ action, saved: false, disabledReason: null }}
      initial={refused('redirect_hosts', { redirect_hosts: 'typed' })}
    />,
  ],
  [
    'access',
    'limit_per_day',
    <AccessForm
      key="access"
      {...{ id: 'grant', action, scopes, currency: 'INR', limited: true, own: true }}
      initial={refused('limit_per_day', { limit_per_day: 'typed', scopes: ['read_only'] })}
    />,
  ],
  [
    'block',
    'reason',
    <BlockForm
      key="block"
      {...{ clientId: 'client', back: '/', action }}
      initial={refused('reason', { reason: 'typed' })}
    />,
  ],
  [
    'client',
    'redirect_uris',
    <ClientForm
      key="client"
      {...{ action, scopes }}
      initial={refused('redirect_uris', { redirect_uris: 'typed' })}
    />,
  ],
  [
    'delete a client',
    'typed_name',
    <DeleteClientForm
      key="delete"
      {...{ id: 'client', name: 'Till', action }}
      initial={refused('typed_name', { typed_name: 'typed' })}
    />,
  ],
  [
    'send a bill',
    'email',
    <SendBillForm
      key="send"
      {...{ billId: 'bill', action }}
      initial={refused('email', { email: 'typed' })}
    />,
  ],
  [
    'attach a document',
    'document_id',
    <AttachForm
      key="attach"
      {...{ action, fieldName: 'document_id', label: 'Document', placeholder: 'doc_…' }}
      known={{ name: 'object_id', value: 'pay_1' }}
      initial={refused('document_id', { document_id: 'typed' })}
    />,
  ],
]

it.each(FORMS)('the form "%s" shows each error at its field, with the input', (_, field, form) => {
  const html = renderToStaticMarkup(form)
  const control =
    html.match(new RegExp(`<(?:input|textarea)[^>]* name="${field}"[^>]*>(?:typed)?`))?.[0] ?? ''
  expect(control).toContain('typed')
  expect(control).toContain('aria-invalid="true"')
  expect(html).toContain(DESCRIPTION)
  expect(html).toContain('name="idempotency_key" value="key"')
})

it('the boxes of a form are checked as they were', () => {
  const html = renderToStaticMarkup(FORMS[2]?.[2])
  const checked = [...html.matchAll(/<input[^>]*name="scopes"[^>]*>/g)].map(([box]) =>
    box.includes('checked=""'),
  )
  expect(checked).toEqual([true, false])
})

it.each([
  [
    'delete a bill',
    <DeleteBillPageForm
      key="bill"
      {...{ id: 'bill', number: 'INV-1', action }}
      initial={refused(undefined)}
    />,
  ],
  [
    'one button',
    <ActionButton
      key="button"
      {...{ action, hidden: { id: 'one' }, pendingText: '…' }}
      initial={refused('id')}
    >
      Disconnect
    </ActionButton>,
  ],
])('the form "%s" shows its error', (_, form) => {
  const html = renderToStaticMarkup(form)
  expect(html).toMatch(new RegExp(`role="alert"[\\s\\S]*${DESCRIPTION}`))
})

it('what changes where money goes asks for the password in live mode, and a lone button leads to where it is asked', () => {
  const opened = { values: {}, idempotency_key: 'key' }
  const drawn = (live: boolean, until: number | null) =>
    renderToStaticMarkup(
      <ConfirmationProvider value={{ signedIn: null, until, hasCode: false, live, passkey: null }}>
        <FundAccountForm
          customer={{ id: 'cust_1', name: null }}
          then={undefined}
          action={action}
          initial={opened}
        />
        <MoneyButton
          {...{ action, hidden: { id: 'one' }, pendingText: '…', returnTo: '/batches/one' }}
          initial={opened}
        >
          Resume
        </MoneyButton>
      </ConfirmationProvider>,
    )
  const requested = drawn(true, null)
  expect(requested).toMatch(/<input[^>]*name="password"/)
  expect(requested).toMatch(/<a[^>]*href="\/confirm\?return_to=%2Fbatches%2Fone"[^>]*>Resume<\/a>/)
  for (const form of [drawn(true, 4_000_000_000), drawn(false, null)]) {
    expect(form).not.toContain('"password"')
    expect(form).toMatch(/<button type="submit"[^>]*>Resume<\/button>/)
  }
})

function AmountForm() {
  const initial = { values: {}, idempotency_key: 'key' }
  const form = useStaffForm({ action, initial, declaration: noFieldsForm })
  return (
    <StaffForm form={form}>
      <AmountField name="amount" label="Amount" hint="At most the balance." currency="INR" />
    </StaffForm>
  )
}

it('has the hint of an amount next to its field, before the line that is kept for the amount in words', () => {
  const html = renderToStaticMarkup(<AmountForm />)
  expect(html).toMatch(/<input[^>]*name="amount"(?:(?!<output).)*At most the balance\..*<output/)
})

it('has a field for each role and kind of money in a table of thresholds, and a dash where a role moves none', () => {
  const form = (
    <ThresholdsForm
      {...{ thresholds, action, saved: false, live: false, disabledReason: null }}
      initial={{ values: {}, idempotency_key: 'key' }}
    />
  )
  const html = renderToStaticMarkup(form)
  for (const head of ['Role', 'Refunds', 'Wallet credits', 'Payouts'])
    expect(html).toMatch(new RegExp(`<th scope="col"[^>]*>${head}</th>`))
  const [, id, label] = html.match(/<label for="([^"]+)"[^>]*>(.*?)<\/label>/) ?? []
  expect(label?.replace(/<[^>]*>/g, '')).toBe('Require approval for refunds above')
  expect(html).toMatch(new RegExp(`<input[^>]*id="${id}"[^>]*name="refunds_merchant"`))
})
