import { z } from 'zod'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { Capabilities } from '#lib/ports/acquirer-protocol.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { TypedName } from '#lib/values/typed-name.ts'

/** What a person types to let card numbers through this server. */
export const DIRECT_SENTENCE = 'card numbers pass through this server'

/** How long the secret before a rotation is still accepted, in seconds. */
export const SECRET_OVERLAP = 86_400

export const AcquirerState = z.enum(['added', 'active', 'retired'])
export type AcquirerState = z.infer<typeof AcquirerState>

/** A bank of live mode. Its secret is never shown. */
export const AcquirerAccount = z.object({
  id: z.string(),
  kind: z.enum(['protocol', 'gateway']),
  state: AcquirerState,
  name: z.string(),
  url: z.string(),
  /** Whether only one authority may vouch for it. */
  pinned: z.boolean(),
  capabilities: Capabilities,
  capabilities_at: StoredInteger,
  direct_since: StoredInteger.nullable(),
  direct_by: z.string().nullable(),
  previous_secret_until: StoredInteger.nullable(),
  created_by: z.string().nullable(),
  created_at: StoredInteger,
})
export type AcquirerAccount = z.output<typeof AcquirerAccount>

/** As the pages of payments, refunds, payouts and settlements name it. */
export const AcquirerOfRecord = z.object({ id: z.string(), name: z.string() })
export type AcquirerOfRecord = z.output<typeof AcquirerOfRecord>

const Call = z.object({
  id: z.string(),
  call: z.string(),
  reference: z.string().nullable(),
  outcome: z.string().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
  request: z.record(z.string(), z.unknown()),
  response: z.record(z.string(), z.unknown()).nullable(),
  created_at: StoredInteger,
})
export type AcquirerCall = z.output<typeof Call>

/** How an acquirer has been doing: over the last day, and now. */
export const AcquirerHealth = z.object({
  calls: StoredInteger,
  failed: StoredInteger,
  /** The time within which 95 of 100 calls ended, in milliseconds; null without calls. */
  p95_ms: z.number().nullable(),
  open_calls: z.int(),
  /** Records that are not finished there. */
  under_way: StoredInteger,
  last_errors: z.array(Call),
  last_calls: z.array(Call),
})

/** What the last comparison came to. */
export const ComparisonResult = z.object({
  /** Records that were created there since then were compared. */
  from: StoredInteger,
  records: StoredInteger,
  /** Records that have just changed, or have a call under way: the next comparison has them. */
  under_way: StoredInteger.default(0),
  /** Records there whose form is unknown. */
  unread: StoredInteger,
  found: StoredInteger,
  new: StoredInteger,
  solved: StoredInteger,
  /** Whether there are more differences than are listed. */
  capped: z.boolean(),
})
export type ComparisonResult = z.output<typeof ComparisonResult>

/** How far a gateway account has been looked at. */
export const GatewayChecks = z.object({
  polled_at: StoredInteger,
  poll_error: z.string().nullable(),
  requested_at: StoredInteger.nullable(),
  /** Whether a comparison is under way. */
  comparing: z.boolean(),
  compared_at: StoredInteger.nullable(),
  comparison_result: ComparisonResult.nullable(),
  comparison_error: z.string().nullable(),
  /** How many differences are open. */
  open: StoredInteger,
})
export type GatewayChecks = z.output<typeof GatewayChecks>

export const AcquirerDetails = AcquirerAccount.extend({
  health: AcquirerHealth,
  /** Of a gateway account that has been looked at. */
  checks: GatewayChecks.nullable(),
})
export type AcquirerDetails = z.output<typeof AcquirerDetails>

const Url = z
  .url({ protocol: /^https?$/, error: 'Enter a URL that begins with https://.' })
  .max(500, 'The URL can be up to 500 characters.')

/** As Standard Webhooks writes secrets, of at least 24 bytes. */
const Secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,200}={0,2}$/, 'The secret begins with whsec_, followed by Base64.')

const Authority = z
  .string()
  .max(20_000, 'The certificate can be up to 20,000 characters.')
  .regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/, 'Enter a certificate as PEM.')
  .nullish()

export const AddAcquirer = z.strictObject({ url: Url, secret: Secret, authority: Authority })

/** What an account at a gateway with this API is reached with. As text it is the secret of its acquirer. */
export const GatewayCredentials = z.strictObject({
  key_id: z.string().regex(/^\w{8,64}$/, 'Enter the key ID of the gateway.'),
  key_secret: z
    .string()
    .min(8, 'Enter the key secret of the gateway.')
    .max(128, 'The key secret can be up to 128 characters.'),
  webhook_secret: z
    .string()
    .min(8, 'The webhook secret has at least 8 characters.')
    .max(128, 'The webhook secret can be up to 128 characters.'),
  /** What the names of the signed fields begin with. */
  dialect: z.enum(['razorpay', 'service'], 'Choose the names of the signed fields.').default('razorpay'),
})
export type GatewayCredentials = z.output<typeof GatewayCredentials>

export const AddGateway = z.strictObject({ url: Url, authority: Authority, ...GatewayCredentials.shape })

export const OfAcquirer = z.strictObject({ id: Id('acquirer') })

export const UseAcquirer = OfAcquirer.extend({ reason: RequestReason })

export const SetDirectCollection = OfAcquirer.extend({
  direct: z.boolean(),
  typed_name: TypedName.optional(),
  reason: RequestReason,
})

/** Without a webhook secret the present one stays. `sealed`: the credentials as an approval keeps them, encrypted. */
export const RotateGatewayCredentials = OfAcquirer.extend({
  ...GatewayCredentials.pick({ key_id: true, key_secret: true, webhook_secret: true }).partial().shape,
  sealed: z.string().max(2000).optional(),
  reason: RequestReason,
})

/** `sealed`: the secret as an approval keeps it, encrypted. */
export const RotateAcquirerSecret = OfAcquirer.extend({
  secret: Secret.optional(),
  sealed: z.string().max(1000).optional(),
  reason: RequestReason,
})

/** `before`: the last request of the page before. */
export const FetchAcquirerCalls = OfAcquirer.extend({
  failed: z.boolean().default(false),
  before: Id('acquirer_call').optional(),
})
export const AcquirerCalls = z.object({ items: z.array(Call), next: z.string().nullable() })
