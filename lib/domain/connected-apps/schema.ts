import { z } from 'zod'
import { LoggedRequest } from '#lib/domain/requests/schema.ts'
import { MAX_AMOUNT, StoredInteger, Sum } from '#lib/values/money.ts'
import { RedirectHost } from '#lib/values/redirect-uri.ts'

/** The most that an app may move without asking, in minor units; 0 makes every call wait for a person. */
const Limit = z
  .int('The limit must be an amount.')
  .min(0, 'The limit must be 0 or more.')
  .max(MAX_AMOUNT, 'The limit must be 50 crore (50,00,00,000.00) or less.')

/** What may be moved in one call and in 24 hours; null where nothing moves money. */
export const Limits = z.object({ limit_per_call: Limit.nullable(), limit_per_day: Limit.nullable() })
export type Limits = z.output<typeof Limits>

/** What a merchant has settled about apps, and about one of them. */
export const AppPolicy = z.object({
  /** Whether staff may connect self-registered apps. */
  self_registered: z.boolean(),
  /** Where those may lead back to; none of them: anywhere. */
  redirect_hosts: z.array(z.string()),
  blocked: z.boolean(),
  /** It was registered in the dashboard of another merchant. */
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

/** As the list shows it. `calls` are those of the last 30 days. */
export const ListedApp = ConnectedApp.extend({
  own: z.boolean(),
  user_email: z.string(),
  client_origin: z.enum(['dynamic', 'manual', 'document']).nullable(),
  calls: z.int(),
})
export type ListedApp = z.output<typeof ListedApp>

/** The id that the engine gave. */
export const GrantId = z.string().regex(/^[\w-]{20,64}$/, 'This is not the ID of a connected app.')

/** What the consent screen has decided. The id is that of the engine's grant. */
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
  /** The request of the authorization engine that it decides. */
  request: z.string().optional(),
  /** The sign-in that it was decided in: it must go on until then. */
  session: z.string().optional(),
})

/** One with who its app is, and what it did lately. */
export const AppDetails = ConnectedApp.extend({
  own: z.boolean(),
  user_email: z.string(),
  user_name: z.string(),
  /** The role that the person has now; null when they are no longer of the merchant. */
  user_role: z.string().nullable(),
  client_origin: z.enum(['dynamic', 'manual', 'document']).nullable(),
  client_registered_at: StoredInteger.nullable(),
  client_uri: z.string().nullable(),
  client_auth_method: z.string().nullable(),
  client_blocked: z.boolean(),
  currency: z.string(),
  /** What it moved in the last 24 hours, and how much of that counts towards its limit. */
  moved_day: Sum,
  counted_day: Sum,
  /** How many of its calls wait for a person. */
  waiting: z.int(),
  calls_month: z.int(),
  calls_day: z.int(),
  refused_day: z.int(),
})
export type AppDetails = z.output<typeof AppDetails>

/** One call of an app, with what it sent and what it got. */
export const AppCall = LoggedRequest.extend({
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
})
export type AppCall = z.output<typeof AppCall>

/** What is left of the scopes, and the limits from now on. */
export const ReduceAppScopes = z.strictObject({
  id: GrantId,
  scopes: z.array(z.string().max(40)).max(20),
  ...Limits.shape,
  /** Of requests that waited for approval before the pipeline knew of the password. Not looked at. */
  confirmed: z.boolean().optional(),
})

export const ClientId = z.string().min(1).max(500)

/** An app that the merchant keeps out. */
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

/** Which apps staff may connect. */
export const AppSettings = z.object({ self_registered: z.boolean(), redirect_hosts: z.array(z.string()) })
export type AppSettings = z.output<typeof AppSettings>

export const UpdateAppSettings = z.strictObject({
  self_registered: z.boolean(),
  redirect_hosts: z.array(RedirectHost).max(50, 'The list can have up to 50 hosts.'),
})
