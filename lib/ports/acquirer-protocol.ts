import { z } from 'zod'

/**
 * The acquirer protocol, version 1: the port as HTTP, so that any bank can be reached through a small adapter. The
 * types of the port are inferred from these schemas. Properties that a side does not know are ignored.
 */
export const PROTOCOL_VERSION = 1

/** No request, response or notification is longer than this many bytes. */
export const MAX_MESSAGE_BYTES = 65_536

/** Names a call for good: a repeat under the same reference has no further effect and the same response. */
export const CallReference = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/)
  .meta({ description: 'Idempotency key of the call.', examples: ['bop_NxGkk2AcwNzn8f'] })
/** The reference in a receipt at a gateway; null for the receipts of others, who use the same account. */
export function ownReference(receipt: string | null | undefined): string | null {
  return receipt?.startsWith('bop_') && CallReference.safeParse(receipt).success ? receipt : null
}

const Authorization = CallReference.meta({
  description: 'The reference under which the payment was authorized.',
  examples: ['bop_NxGkk2AcwNzn8a'],
})
const Amount = z.int().positive().meta({ description: 'In the smallest unit of the currency.' })
const Currency = z.string().regex(/^[A-Z]{3}$/)
const WebAddress = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .meta({ examples: ['https://pay.example.com/return'] })
const Text = z.string().max(255)

/** A response need not repeat its money. One that names other money than the request is outside the protocol. */
const Repeated = {
  amount: Amount.exactOptional().meta({
    description: 'That of the request, if it is repeated. Any other is rejected.',
  }),
  currency: Currency.exactOptional().meta({
    description: 'That of the request, if it is repeated. Any other is rejected.',
  }),
}
/** The amount and currency that a call or a record is about. */
export type CallMoney = { amount: number; currency: string }

export const Instrument = z.union([
  z.object({
    method: z.literal('card'),
    number: z.string().max(23),
    name: Text.optional(),
    expiry_month: z.int(),
    expiry_year: z.int(),
    cvv: z.string().max(8),
  }),
  z.object({ method: z.literal('upi'), vpa: Text }),
  z
    .object({ method: z.literal('upi'), vpa: z.null(), payee: Text })
    .meta({ description: 'By a link that names the payee. The bank learns who pays when they do.' }),
  z.object({ method: z.literal('netbanking'), bank: Text }),
  z.object({ method: z.literal('wallet'), wallet: Text }),
])
export type Instrument = z.infer<typeof Instrument>

export const DirectAuthorization = z.object({
  reference: CallReference,
  amount: Amount,
  currency: Currency,
  instrument: Instrument,
  challenge: z.enum(['page', 'none']).meta({
    description:
      'page: the payer is in a browser and can be asked for a password or sent to a page. none: there is no browser, and otp is the response of the payer, entered in advance.',
  }),
  otp: z.string().max(16).optional(),
})
export type DirectAuthorization = z.infer<typeof DirectAuthorization>

export const HostedAuthorization = z.object({
  reference: CallReference,
  amount: Amount,
  currency: Currency,
  collect: z
    .object({
      kind: z.literal('hosted'),
      return_url: WebAddress,
      method: z
        .enum(['card', 'upi', 'netbanking', 'wallet'])
        .optional()
        .meta({ description: 'What the payer has chosen so far. The page may offer others.' }),
    })
    .meta({ description: "The payer pays on the adapter's page and comes back to return_url." }),
})

/** Why a bank says no; each is a reason of lib/pipeline/errors.ts. */
export const DeclineReason = z.enum([
  'payment_timed_out',
  'payment_cancelled',
  'payment_declined',
  'insufficient_funds',
  'card_declined',
  'card_disabled_for_online_payments',
  'card_number_invalid',
  'card_expired',
  'gateway_technical_error',
  'authentication_failed',
  'incorrect_otp',
])
export type DeclineReason = z.infer<typeof DeclineReason>

/** References of the bank that people and other banks quote: auth_code for cards, rrn, arn, utr. */
export const BankData = z
  .record(z.string().max(40), z.string().max(64))
  .refine((data) => Object.keys(data).length <= 12, 'At most 12 entries.')
  .meta({ description: 'References that people and other banks quote: auth_code, rrn, arn, utr.' })
export type BankData = z.infer<typeof BankData>

const PaidWith = z
  .union([
    z.object({
      method: z.literal('card'),
      last4: z.string().regex(/^\d{4}$/),
      network: z.string().max(40).optional(),
    }),
    z.object({ method: z.literal('upi'), vpa: Text.optional() }),
    z.object({ method: z.literal('netbanking'), bank: Text }),
    z.object({ method: z.literal('wallet'), wallet: Text }),
  ])
  .meta({ description: 'How the payer paid, where the server did not choose it. Never a whole card number.' })

const Pending = z.object({ outcome: z.literal('pending') })
const TriesLeft = z.int().nonnegative().optional()

export const AuthorizeResponse = z.union([
  z.object({
    outcome: z.literal('authorized'),
    ...Repeated,
    data: BankData,
    international: z.boolean(),
    vpa: Text.exactOptional().meta({
      description: 'UPI ID of the payer, where the payment began without one.',
    }),
    paid_with: PaidWith.exactOptional(),
  }),
  z.object({ outcome: z.literal('declined'), reason: DeclineReason }),
  z.object({
    outcome: z.literal('challenge'),
    kind: z.enum(['otp', 'bank_page', 'collect']),
    tries_left: TriesLeft,
  }),
  z.object({
    outcome: z.literal('challenge'),
    kind: z.literal('intent'),
    link: z.string().max(2000).meta({ description: 'upi://pay?…, which the payer opens in a UPI app.' }),
    tries_left: TriesLeft,
  }),
  z
    .object({ outcome: z.literal('redirect'), url: WebAddress })
    .meta({ description: 'Of hosted collection: the page on which the payer pays.' }),
  Pending,
])
export type AuthorizeResponse = z.infer<typeof AuthorizeResponse>

export const ChallengeResponse = z.union([
  z.object({ otp: z.string().max(16) }),
  z.object({ approved: z.boolean() }),
])
export type ChallengeResponse = z.infer<typeof ChallengeResponse>

export const CaptureRequest = z.object({
  reference: CallReference,
  authorization: Authorization,
  amount: Amount,
  currency: Currency,
})
export type CaptureRequest = z.infer<typeof CaptureRequest>

export const CaptureResponse = z.union([
  z.object({
    outcome: z.literal('captured'),
    ...Repeated,
    data: BankData,
    fees: z
      .object({ fee: z.int().min(0), tax: z.int().min(0) })
      .optional()
      .meta({
        description:
          'What the bank deducts, with the tax that the fee contains. Absent: the rates of the account apply.',
      }),
  }),
  z.object({
    outcome: z.literal('refused'),
    reason: z.literal('authorization_lapsed').meta({
      description:
        'Nothing can be captured: the authorization has expired, was voided or captured, or never was, or the amount is another.',
    }),
  }),
])
export type CaptureResponse = z.infer<typeof CaptureResponse>

export const RefundRequest = z.object({
  reference: CallReference,
  authorization: Authorization,
  amount: Amount,
  currency: Currency,
  speed: z.enum(['normal', 'optimum']),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** A refund is accepted at once and done later, except an instant one. */
export const RefundResponse = z.union([
  Pending,
  z.object({
    outcome: z.literal('processed'),
    ...Repeated,
    speed: z.enum(['instant', 'normal']),
    data: BankData,
  }),
  z.object({ outcome: z.literal('failed'), reason: Text }),
])
export type RefundResponse = z.infer<typeof RefundResponse>

export const PayoutRequest = z.object({
  reference: CallReference,
  account_number: z.string().max(40),
  ifsc: z.string().max(40),
  name: Text,
  amount: Amount,
  currency: Currency,
  narration: Text,
})
export type PayoutRequest = z.infer<typeof PayoutRequest>

export const SettlementRequest = PayoutRequest.pick({ reference: true, amount: true, currency: true })

export const PayoutResponse = z.union([
  Pending,
  z.object({ outcome: z.literal('processed'), ...Repeated, utr: z.string().max(64) }),
  z.object({ outcome: z.literal('reversed'), reason: Text }),
])
export type PayoutResponse = z.infer<typeof PayoutResponse>

export const StatusResponse = z.union([
  z.object({ outcome: z.literal('unknown') }),
  z.object({ outcome: z.literal('authorization'), response: AuthorizeResponse }),
  z.object({ outcome: z.literal('capture'), response: CaptureResponse }),
  z
    .object({ outcome: z.literal('refund'), response: RefundResponse })
    .meta({ description: 'Of a refund or a void.' }),
  z
    .object({ outcome: z.literal('payout'), response: PayoutResponse })
    .meta({ description: 'Of a payout or a settlement.' }),
])
export type StatusResponse = z.infer<typeof StatusResponse>

/** Each call is `POST {base}/{call}`. */
export const CALLS = {
  authorize: {
    summary: 'Asks for money to be held.',
    request: z.union([DirectAuthorization, HostedAuthorization]),
    response: AuthorizeResponse,
  },
  confirm: {
    summary: 'Responds to a challenge. The only call that is never repeated.',
    request: z.object({ reference: CallReference, response: ChallengeResponse }),
    response: AuthorizeResponse,
  },
  capture: {
    summary: 'Takes money that was authorized.',
    request: CaptureRequest,
    response: CaptureResponse,
  },
  void: {
    summary: 'Releases money that was authorized and not captured.',
    request: RefundRequest,
    response: RefundResponse,
  },
  refund: {
    summary: 'Returns captured money, in parts or in full, never more than was captured.',
    request: RefundRequest,
    response: RefundResponse,
  },
  payout: { summary: 'Pays out to a bank account.', request: PayoutRequest, response: PayoutResponse },
  settle: {
    summary: "Pays out to the merchant's own bank account, which the acquirer knows.",
    request: SettlementRequest,
    response: PayoutResponse,
  },
  status: {
    summary: 'The present outcome of a reference, or unknown when it never arrived. Changes nothing.',
    request: z.object({ reference: CallReference }),
    response: StatusResponse,
  },
} as const

export type Call = keyof typeof CALLS

/** With an instrument, or on a page of the acquirer, which then gets `redirect`. */
export type AuthorizeRequest = z.infer<(typeof CALLS)['authorize']['request']>

/**
 * What every request carries beside its own fields. The body names its call, so that the signature of one call is
 * none for another.
 */
export const Envelope = z.object({
  call: z.enum(['authorize', 'confirm', 'capture', 'void', 'refund', 'payout', 'settle', 'status']),
  reference: CallReference,
  notify_url: WebAddress.optional().meta({
    description:
      'Where notifications about this reference go. It is no part of what a repeat is compared by.',
  }),
})

/** The response to `GET {base}/`. */
export const Capabilities = z.object({
  name: z
    .string()
    .min(1)
    .max(80)
    .meta({ examples: ['Example Bank'] }),
  protocol: z.literal(PROTOCOL_VERSION),
  sandbox: z.boolean().meta({ description: 'Whether no real money moves. Certification requires it.' }),
  methods: z.array(z.enum(['card', 'upi', 'netbanking', 'wallet'])).min(1),
  currencies: z.array(Currency).min(1),
  collection: z.array(z.enum(['direct', 'hosted'])).min(1),
  upi_links: z.boolean(),
  partial_capture: z.boolean(),
  instant_refunds: z.boolean(),
  payouts: z.boolean(),
  settlement: z.boolean(),
  limits: z.object({ min_amount: Amount, max_amount: Amount }),
  authorization_seconds: z
    .int()
    .positive()
    .meta({ description: 'How long an authorization can be captured.' }),
  test_instrument: Instrument.optional().meta({
    description: 'In a sandbox with direct collection: an instrument that is authorized at once.',
  }),
})
export type Capabilities = z.infer<typeof Capabilities>

/** A hint that a reference has changed: the server then asks `status`, so order and repeats do not matter. */
export const CallNotification = z.object({ reference: CallReference, status: z.string().min(1).max(40) })
export type CallNotification = z.infer<typeof CallNotification>

/** The search params with which the payer comes back from the hosted page. */
export const Return = z.object({
  reference: CallReference,
  timestamp: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(1000),
})

/** What the buttons of the hosted page of a sandbox send as `outcome`. */
export const HostedOutcome = z.enum(['paid', 'declined', 'cancelled'])
export type HostedOutcome = z.infer<typeof HostedOutcome>

/** The codes of errors, each with its HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  signature_invalid: 401,
  not_found: 404,
  reference_reused: 409,
  body_too_large: 413,
  too_many_requests: 429,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

export const ProtocolError = z.object({
  error: z.object({ code: z.string().regex(/^[a-z_]{1,60}$/), description: z.string().max(1000) }),
})
