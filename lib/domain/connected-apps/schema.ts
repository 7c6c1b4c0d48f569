import { z } from 'zod'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { LoggedRequest } from '#lib/domain/requests/schema.ts'
import { MAX_AMOUNT, StoredInteger, Sum } from '#lib/values/money.ts'
import { RedirectHost } from '#lib/values/redirect-uri.ts'
import { RuleError } from '#lib/values/rule-error.ts'
import { trendOf } from '#lib/values/trend.ts'

/** The maximum that an app may move without approval, in minor units; with 0 every call needs approval. */
const Limit = z
  .int('The limit must be an amount.')
  .min(0, 'The limit must be 0 or more.')
  .max(MAX_AMOUNT, 'The limit must be 50 crore (50,00,00,000.00) or less.')

/** The limits per call and per 24 hours; null if no scope moves money. */
export const Limits = z.object({ limit_per_call: Limit.nullable(), limit_per_day: Limit.nullable() })
export type Limits = z.output<typeof Limits>

/** A merchant's settings for apps, and for one of them. */
export const AppPolicy = z.object({
  self_registered: z.boolean(),
  /** The hosts that self-registered apps may redirect to; an empty list allows all. */
  redirect_hosts: z.array(z.string()),
  blocked: z.boolean(),
  /** The app is registered in the dashboard of another merchant. */
  elsewhere: z.boolean(),
})
export type AppPolicy = z.output<typeof AppPolicy>

/** The access that a user has granted to an app in this account. */
export const ConnectedApp = z.object({
  id: z.string(),
  user_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  scopes: z.array(z.string()),
  limit_per_call: StoredInteger.nullable(),
  limit_per_day: StoredInteger.nullable(),
  redirect_host: z.string(),
  created_at: StoredInteger,
  updated_at: StoredInteger,
  last_used_at: StoredInteger.nullable(),
  expires_at: StoredInteger,
  revoked_at: StoredInteger.nullable(),
  revoked_by: z.string().nullable(),
  revoked_reason: z.string().nullable(),
})
export type ConnectedApp = z.output<typeof ConnectedApp>

/** Whether it holds a token that is valid. One that never redeemed its code holds none, though the user allowed access. */
const HasToken = z.boolean()

/** A connected app in the list. `calls` counts the last 30 days. */
export const ListedApp = ConnectedApp.extend({
  own: z.boolean(),
  /** Whether it has access. */
  connected: z.boolean(),
  has_token: HasToken,
  user_email: z.string(),
  client_origin: z.enum(['dynamic', 'manual', 'document']).nullable(),
  calls: z.int(),
})
export type ListedApp = z.output<typeof ListedApp>

export const GrantId = z.string().regex(/^[\w-]{20,64}$/, 'This is not the ID of a connected app.')
export const OneApp = z.strictObject({ id: GrantId })

/** The decision of the consent screen. The ID is that of the engine's grant. */
export const ConnectApp = z.strictObject({
  id: z.string().min(20).max(64),
  client: z.strictObject({
    id: z.string().max(500),
    name: z.string().max(80),
    origin: z.enum(['dynamic', 'manual', 'document']),
  }),
  scopes: z.array(z.string().max(40)).min(1).max(20),
  ...Limits.shape,
  redirect_host: z.string().max(300),
  expires_at: z.int(),
  /** The connections that end once the app has redeemed its code. Only the person's own, of the same app, count. */
  replaces: z.array(GrantId).max(100).default([]),
  /** The authorization request that it decides. */
  request: z.string().optional(),
  /** The session in which it was decided; it must still be active. */
  session: z.string().optional(),
})

/** Another active connection of the same app for the same user. */
export const ConnectionBeside = ConnectedApp.pick({
  id: true,
  scopes: true,
  redirect_host: true,
  created_at: true,
  last_used_at: true,
})
export type ConnectionBeside = z.output<typeof ConnectionBeside>

/** A connected app with its client and its recent activity. */
export const AppDetails = ConnectedApp.extend({
  own: z.boolean(),
  has_token: HasToken,
  /** Why the reader can't change or end it; null when they can. */
  change_error: RuleError.nullable(),
  /** Its other active connections for the same user, newest first; at most 100 of them. */
  beside: z.array(ConnectionBeside),
  /** How many there are. */
  beside_count: z.int(),
  user_email: z.string(),
  user_name: z.string(),
  /** The name of the person's present role; null if they left the merchant. */
  user_role: z.string().nullable(),
  client_origin: z.enum(['dynamic', 'manual', 'document']).nullable(),
  client_registered_at: StoredInteger.nullable(),
  client_uri: z.string().nullable(),
  client_auth_method: z.string().nullable(),
  client_blocked: z.boolean(),
  currency: z.string(),
  /** What it moved in the last 24 hours, and how much of it counts towards its limit. */
  moved_day: Sum,
  counted_day: Sum,
  /** The number of its pending requests. */
  waiting: z.int(),
  calls_month: z.int(),
  calls_day: z.int(),
  refused_day: z.int(),
})
export type AppDetails = z.output<typeof AppDetails>

/** What an app moved in each stretch: alone, with approval, and its largest call alone. */
export const AppSpendingTrend = trendOf({ counted: Sum, approved: Sum, largest: Sum }).extend({
  /** How many connections share the limit, and are added up. */
  connections: z.int(),
})
export type AppSpendingTrend = z.output<typeof AppSpendingTrend>

/** One call of an app, with its input and result. */
export const AppCall = LoggedRequest.extend({
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
})
export type AppCall = z.output<typeof AppCall>

/** The remaining scopes, and the new limits. */
export const ReduceAppScopes = z.strictObject({
  id: GrantId,
  scopes: z.array(z.string().max(40)).max(20),
  ...Limits.shape,
  reason: RequestReason,
})

export const ClientId = z.string().min(1).max(500)

export const Block = z.object({
  client_id: z.string(),
  client_name: z.string(),
  reason: z.string().nullable(),
  created_by: z.string(),
  created_at: StoredInteger,
})
export type Block = z.output<typeof Block>

export const BlockClient = z.strictObject({
  client_id: ClientId,
  reason: z.string().trim().max(200, 'The reason can be up to 200 characters.').optional(),
})

/** The policy about which apps staff may connect. */
export const AppSettings = z.object({ self_registered: z.boolean(), redirect_hosts: z.array(z.string()) })
export type AppSettings = z.output<typeof AppSettings>

export const UpdateAppSettings = z.strictObject({
  self_registered: z.boolean(),
  redirect_hosts: z.array(RedirectHost).max(50, 'The list can have up to 50 hosts.'),
  reason: RequestReason,
})
