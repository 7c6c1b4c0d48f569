/**
 * The server's response to each step of the corpus. The recordings beside this file contain what a client sends. A step
 * of the same name means the same call, so every library gets the same response.
 */
export type Given = {
  /** An unpaid order of this amount. */
  order?: number
  /** An authorized payment of this amount. */
  authorized?: number
  /** A captured payment of this amount. */
  captured?: number
  /** A transfer of this amount to the customer's wallet. */
  transfer?: number
  /** A transfer of this amount that is on hold. */
  pending?: number
}

export type Expected = {
  status: number
  /** Properties of the response, with their values. */
  body?: Record<string, unknown>
  /** Properties of the response, whatever their values. */
  has?: string[]
  /** Records that are created before the step; its placeholders refer to them. */
  given?: Given
  /** The placeholder for the ID of the response in later steps. */
  saves?: string
  /** Why the server rejects the call on purpose. */
  refused?: string
}

const collection = { entity: 'collection' }
const list: Expected = { status: 200, body: collection, has: ['count', 'items'] }
const error = (status: number, refused: string, body: Record<string, unknown> = {}): Expected => ({
  status,
  body: { error: { code: 'BAD_REQUEST_ERROR', ...body } },
  refused,
})
const absent = (what: string) => error(404, `${what} not offered.`, { reason: 'feature_not_supported' })
const unsupported = (what: string, field?: string) =>
  error(400, `${what} not offered.`, { reason: 'feature_not_supported', ...(field ? { field } : {}) })

const payment = { entity: 'payment' }
const refund = { entity: 'refund', currency: 'INR' }
const transfer = { entity: 'transfer', currency: 'INR' }
const upiLink: Expected = {
  status: 201,
  body: { ...payment, method: 'upi', status: 'created', vpa: null },
  has: ['link', 'service_payment_id', 'service_order_id'],
}
const NOTES = { key1: 'value3', key2: 'value2' }

export const EXPECTED: Record<string, Expected> = {
  'orders.create': {
    status: 201,
    body: { entity: 'order', amount_paid: 0, status: 'created', attempts: 0, notes: NOTES },
    has: ['amount_due', 'receipt', 'offer_id', 'created_at'],
    saves: 'order',
  },
  'orders.create.capture-settings': {
    status: 201,
    body: { entity: 'order', amount: 50_000, receipt: 'rcptid_11' },
  },
  'orders.create.from-shop': { status: 201, body: { entity: 'order', amount: 125_000, status: 'created' } },
  'orders.create.capture-options': error(400, 'A capture period under 12 minutes is not accepted.'),
  'orders.create.manual-capture': { status: 201, body: { entity: 'order', amount: 125_000 } },
  'orders.create.third-party-validation': unsupported('Payments from one bank account only are'),
  'orders.create.transfers': unsupported('Transfers to linked accounts are', 'transfers'),
  'orders.create.token': unsupported('Stored instruments are', 'token'),
  'orders.create.line-items': unsupported('A checkout with line items is'),
  'orders.list': list,
  'orders.list.page': { ...list, body: { ...collection, count: 2 } },
  'orders.list.expand': list,
  'orders.fetch': { status: 200, body: { entity: 'order', id: '{{order}}' } },
  'orders.edit': { status: 200, body: { entity: 'order', id: '{{order}}' }, has: ['notes'] },
  'orders.payments': list,
  'orders.transfers': { status: 200, body: { entity: 'order', transfers: { ...collection, count: 0 } } },
  'orders.rto-review': absent('Reviews of returns are'),
  'orders.fulfillment': absent('Fulfillment of orders is'),

  'payments.create-json.card': {
    status: 201,
    body: { ...payment, method: 'card', status: 'authorized', contact: '+919000090000' },
    given: { order: 100 },
  },
  'payments.create-json.netbanking': {
    status: 201,
    body: { ...payment, method: 'netbanking', bank: 'HDFC' },
    given: { order: 500 },
  },
  'payments.create-upi.save': { ...unsupported('Stored instruments are', 'save'), given: { order: 200 } },
  'payments.create-upi.collect': {
    status: 201,
    body: { ...payment, method: 'upi', vpa: 'gauravkumar@exampleupi', notes: { note_key: 'value1' } },
    given: { order: 200 },
  },
  'payments.create-upi.intent': { ...upiLink, given: { order: 100 } },
  'payments.create-upi.intent-form': { ...upiLink, given: { order: 200 } },
  'payments.capture': {
    status: 200,
    body: { ...payment, status: 'captured', captured: true, amount: 1000 },
    given: { authorized: 1000 },
  },
  'payments.list': list,
  'payments.list.range': list,
  'payments.list.dates': list,
  'payments.list.expand-card': list,
  'payments.list.expand-emi': list,
  'payments.list.other-account': error(400, 'A key acts for its own account only.'),
  'payments.fetch': { status: 200, body: { ...payment, id: '{{pay}}' } },
  'payments.fetch.expand-card': { status: 200, body: { ...payment, card: { entity: 'card' } } },
  'payments.fetch.expand-emi': { status: 200, body: payment, has: ['emi'] },
  'payments.fetch.expand-upi': { status: 200, body: payment, has: ['upi'] },
  'payments.fetch.expand-all': { status: 200, body: payment, has: ['card', 'emi', 'offers', 'upi'] },
  'payments.fetch.expand-offers': { status: 200, body: payment, has: ['offers'] },
  'payments.edit': { status: 200, body: { ...payment, id: '{{pay}}' }, has: ['notes'] },
  'payments.card': {
    status: 200,
    body: { entity: 'card', id: '{{card}}' },
    has: ['last4', 'network', 'name'],
  },
  'payments.downtimes': absent('Downtimes of banks are'),
  'payments.otp-generate': absent('One-time passwords by API are'),
  'payments.otp-submit': absent('One-time passwords by API are'),
  'payments.otp-resend': absent('One-time passwords by API are'),
  'payments.validate-vpa': absent('Validation of UPI IDs is'),
  'payments.methods': absent('A list of payment methods is'),
  'payments.create-recurring': absent('Recurring payments are'),

  'refunds.create': {
    status: 201,
    body: { ...refund, amount: 100, speed_requested: 'normal' },
    has: ['receipt', 'acquirer_data'],
    given: { captured: 1000 },
  },
  'refunds.create.full': { status: 201, body: { ...refund, amount: 1000 }, given: { captured: 1000 } },
  'refunds.create.instant': {
    status: 201,
    body: { ...refund, amount: 100, speed_requested: 'optimum' },
    given: { captured: 1000 },
  },
  'refunds.create.from-shop': {
    status: 201,
    body: { ...refund, amount: 100, speed_requested: 'normal' },
    has: ['notes'],
    given: { captured: 1000 },
  },
  'refunds.create.reverse-all': {
    ...unsupported('Transfers to linked accounts are', 'reverse_all'),
    given: { captured: 1000 },
  },
  'refunds.create.by-body': { status: 201, body: { ...refund, amount: 100 }, given: { captured: 1000 } },
  'refunds.of-payment': list,
  'refunds.of-payment.fetch': { status: 200, body: { ...refund, id: '{{rfnd}}' } },
  'refunds.list': list,
  'refunds.list.page': list,
  'refunds.fetch': { status: 200, body: { ...refund, id: '{{rfnd}}' } },
  'refunds.edit': { status: 200, body: { ...refund, id: '{{rfnd}}' }, has: ['notes'] },

  'customers.create': { status: 201, body: { entity: 'customer' }, has: ['name', 'email', 'contact'] },
  'customers.create.existing': { status: 200, body: { entity: 'customer' }, has: ['contact'] },
  'customers.create.from-shop': { status: 201, body: { entity: 'customer' }, has: ['id'] },
  'customers.create.empty-contact': { status: 201, body: { entity: 'customer', contact: null } },
  'customers.edit': { status: 200, body: { entity: 'customer', id: '{{cust}}' } },
  'customers.list': list,
  'customers.fetch': { status: 200, body: { entity: 'customer', id: '{{cust}}' } },
  'customers.bank-account': absent('Bank accounts of customers without a fund account are'),
  'customers.eligibility': absent('Checks of eligibility are'),
  'customers.tokens': absent('Stored instruments are'),

  'fund-accounts.create': {
    status: 201,
    body: { entity: 'fund_account', customer_id: '{{cust}}', account_type: 'bank_account' },
  },
  'fund-accounts.list': list,
  'fund-accounts.fetch': { status: 200, body: { entity: 'fund_account', id: '{{fa}}' } },
  'documents.create': {
    status: 201,
    body: { entity: 'document', purpose: 'dispute_evidence', mime_type: 'application/pdf' },
    saves: 'doc',
  },
  'documents.fetch': { status: 200, body: { entity: 'document', id: '{{doc}}' } },
  'cards.fetch': { status: 200, body: { entity: 'card', id: '{{card}}' }, has: ['last4', 'network'] },
  'cards.fingerprint': absent('References of card numbers are'),

  'transfers.of-payment.create': {
    status: 201,
    body: { ...collection, count: 1, items: [{ ...transfer, recipient: '{{cust}}', amount: 100 }] },
    given: { captured: 1000 },
  },
  'transfers.of-payment.create.account': {
    ...unsupported('Transfers to linked accounts are', 'transfers.0.account'),
    given: { captured: 1000 },
  },
  'transfers.of-payment': list,
  'transfers.of-payment.page': list,
  'transfers.create': { status: 201, body: { ...transfer, recipient: '{{cust}}', amount: 500 } },
  'transfers.create.account': unsupported('Transfers to linked accounts are', 'account'),
  'transfers.list': list,
  'transfers.list.settlement': list,
  'transfers.list.expand-settlement': list,
  'transfers.fetch': { status: 200, body: { ...transfer, id: '{{trf}}' } },
  'transfers.edit': {
    status: 200,
    body: { ...transfer, on_hold: true, on_hold_until: 1_979_691_505 },
    given: { pending: 500 },
  },
  'transfers.reverse': {
    status: 201,
    body: { entity: 'reversal', transfer_id: '{{trf}}', amount: 100 },
    given: { transfer: 500 },
  },
  'transfers.reverse.rest': {
    status: 201,
    body: { entity: 'reversal', transfer_id: '{{trf}}' },
    given: { transfer: 500 },
  },
  'transfers.reversals': list,

  'payouts.list': list,
  'payouts.fetch': { status: 200, body: { entity: 'payout', id: '{{pout}}' } },

  'accounts.fetch': { status: 200, body: { entity: 'account', id: '{{acc}}' } },
  'webhooks.create': { status: 201, body: { entity: 'webhook', url: 'https://google.com' }, saves: 'whk' },
  'webhooks.create.own': {
    status: 201,
    body: { entity: 'webhook', url: 'https://google.com' },
    saves: 'whk',
  },
  'webhooks.create.from-shop': { status: 201, body: { entity: 'webhook', active: true }, saves: 'whk' },
  'webhooks.edit.from-shop': { status: 200, body: { entity: 'webhook', id: '{{whk}}', active: true } },
  'webhooks.edit': {
    status: 200,
    body: { entity: 'webhook', id: '{{whk}}', url: 'https://www.linkedin.com' },
  },
  'webhooks.edit.own': {
    status: 200,
    body: { entity: 'webhook', id: '{{whk}}', url: 'https://www.linkedin.com' },
  },
  'webhooks.fetch': { status: 200, body: { entity: 'webhook', id: '{{whk}}' } },
  'webhooks.fetch.own': { status: 200, body: { entity: 'webhook', id: '{{whk}}' } },
  'webhooks.list': list,
  'webhooks.list.own': list,
  'webhooks.delete': { status: 200 },

  'plans.create': absent('Subscriptions are'),
  'subscriptions.list': absent('Subscriptions are'),
  'items.create': absent('Invoices are'),
  'invoices.list': absent('Invoices are'),
  'payment-links.create': absent('Payment links are'),
  'virtual-accounts.list': absent('Virtual accounts are'),
  'qr-codes.list': absent('QR codes are'),
  'settlements.list': list,
  'disputes.list': absent('Disputes are'),
}

/** Steps that fail for at least one client, each with the missing feature. The test fails when the feature exists. */
export const FAILING: Record<string, string> = {}
