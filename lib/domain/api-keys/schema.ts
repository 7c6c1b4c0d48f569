import { z } from 'zod'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { Amount, StoredInteger } from '#lib/values/money.ts'
import { networkText, parseNetwork } from '#lib/values/network.ts'
import { KEY_PERMISSIONS, type Permission } from '#lib/values/permissions.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import { Timestamp } from '#lib/values/timestamp.ts'
import { TypedName } from '#lib/values/typed-name.ts'

export const KeyId = z
  .string()
  .regex(
    /^key_(test|live)_[0-9A-Za-z]{14}$/,
    'A key ID must look like key_test_ followed by 14 letters or digits.',
  )

/** How many days before its expiry people are emailed about a key. */
export const WARNING_DAYS = [14, 3] as const
/** How long before its expiry a key is shown as expiring, and as urgent. */
export const ENDING_SOON = WARNING_DAYS[0] * DAY
export const ENDING_NOW = WARNING_DAYS[1] * DAY

const Name = z.string().trim().min(1, 'Enter a name.').max(60, 'The name can be up to 60 characters.')

const Scopes = z
  .array(z.enum(KEY_PERMISSIONS as [string, ...string[]]))
  .max(KEY_PERMISSIONS.length)
  .meta({ description: 'Empty means full access.' })

/** IP addresses and networks, normalized. */
const Addresses = z
  .array(z.string())
  .max(50, 'Enter up to 50 IP addresses and networks.')
  .superRefine((texts, check) => {
    for (const text of texts)
      if (!parseNetwork(text))
        check.addIssue(
          `"${text.slice(0, 60)}" is not an IP address or network. Enter it like 203.0.113.9, 203.0.113.0/24 or 2001:db8::/32.`,
        )
  })

const fields = {
  name: Name,
  scopes: Scopes,
  expires_at: Timestamp.nullable(),
  allowed_addresses: Addresses,
  refund_limit: Amount.nullable(),
  refund_day_limit: Amount.nullable(),
}

export const CreateKey = z.strictObject({
  ...fields,
  scopes: fields.scopes.default([]),
  expires_at: fields.expires_at.optional(),
  allowed_addresses: fields.allowed_addresses.default([]),
  refund_limit: fields.refund_limit.optional(),
  refund_day_limit: fields.refund_day_limit.optional(),
})

export const UpdateKey = z.strictObject({
  id: KeyId,
  ...fields,
  /** The key's own threshold; null uses that of its creator. An absent value leaves it unchanged. */
  approval_above: Amount.nullable().optional(),
  reason: RequestReason,
})

/** How long the old key keeps working after a rotation, in seconds. */
const OVERLAPS = [0, HOUR, DAY, 7 * DAY] as const
export const RotateKey = z.strictObject({
  id: KeyId,
  overlap: z.literal(OVERLAPS, 'The old key must expire now, or in 1 hour, 24 hours or 7 days.'),
})

export const RevokeKey = z.strictObject({
  id: KeyId,
  /** What a person types to confirm which key they mean. */
  typed_name: TypedName.optional(),
})

export const WarnOfExpiry = z.strictObject({ id: KeyId })

export const FetchKey = z.strictObject({ id: KeyId })

/** A new key. Its secret is shown this once. */
export const NewKey = z.object({
  id: z.string(),
  entity: z.literal('key').default('key'),
  name: z.string(),
  secret: z.string(),
  scopes: z.array(z.string()),
  expires_at: StoredInteger.nullable(),
  created_at: StoredInteger,
})
export type NewKey = z.output<typeof NewKey>

/** A key as the dashboard shows it; never its secret. */
export const Key = z.object({
  id: z.string(),
  entity: z.literal('key').default('key'),
  name: z.string(),
  scopes: z.array(z.string()),
  allowed_addresses: z.array(z.string()),
  refund_limit: StoredInteger.nullable(),
  refund_day_limit: StoredInteger.nullable(),
  approval_above: StoredInteger.nullable(),
  created_by: z.string().nullable(),
  created_at: StoredInteger,
  last_used_at: StoredInteger.nullable(),
  last_used_ip: z.string().nullable(),
  last_used_agent: z.string().nullable(),
  expires_at: StoredInteger.nullable(),
  replaced_by: z.string().nullable(),
  revoked_at: StoredInteger.nullable(),
  revoked_by: z.string().nullable(),
})
export type Key = z.output<typeof Key>

const KEY_STATES = ['active', 'ending', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

export const ListedKey = Key.extend({ state: z.enum(KEY_STATES) })
export type ListedKey = z.output<typeof ListedKey>

/** The status of a key: active, expiring, expired or revoked. */
export function keyStateOf(key: Pick<Key, 'expires_at' | 'revoked_at'>, now: number): KeyState {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at === null) return 'active'
  if (key.expires_at <= now) return 'expired'
  return key.expires_at - now <= ENDING_SOON ? 'ending' : 'active'
}

/** Networks, normalized and without duplicates. */
export function spelledOut(networks: readonly string[]): string[] {
  const spelled = networks.flatMap((text) => {
    const network = parseNetwork(text)
    return network ? [networkText(network)] : []
  })
  return [...new Set(spelled)]
}

/** The callers that have used a key, by IP address and user agent. */
const KeyCaller = z.object({
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  calls: StoredInteger,
  last_at: StoredInteger,
})

export const KeyDetails = Key.extend({
  replaces: z.string().nullable(),
  calls_hour: StoredInteger,
  calls_day: StoredInteger,
  refused_day: StoredInteger,
  /** Calls since its replacement, and the last of them; 0 and null without a replacement. */
  calls_since_replaced: StoredInteger,
  /** The refunds of the last 24 hours, of the key and of those that it replaced or was replaced by. */
  refunded_day: StoredInteger,
  currency: z.string(),
  callers: z.array(KeyCaller),
})
export type KeyDetails = z.output<typeof KeyDetails>

/** The permissions of a list of scopes. An empty list grants all of them. */
export function permissionsOfKey(scopes: readonly string[]): Permission[] {
  return KEY_PERMISSIONS.filter((one) => scopes.length === 0 || scopes.includes(one))
}

/**
 * The permissions that a person with these can give to a key. In live mode they are the person's own. In test mode they
 * are all that a key can have: test money is no money, test records are no customers, and an integration cannot be built
 * with a key that is rejected where the live key, which an owner creates, will not be.
 */
export function grantableToKey(own: Iterable<Permission>, mode: 'test' | 'live'): Permission[] {
  const permissions = new Set(own)
  const isTestKey = mode === 'test' && permissions.has('keys:write')
  return isTestKey ? [...KEY_PERMISSIONS] : KEY_PERMISSIONS.filter((each) => permissions.has(each))
}

/** Whether a key can move money that is subject to thresholds: refunds, wallet credits, payouts. */
export function movesMoneyOut(scopes: readonly string[]): boolean {
  const money: Permission[] = ['refunds:write', 'transfers:write', 'payouts:write']
  return permissionsOfKey(scopes).some((permission) => money.includes(permission))
}

/** An active key whose creator was disabled or removed from the merchant. */
export const KeyOfPersonGone = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(['disabled', 'removed']),
})
export type KeyOfPersonGone = z.output<typeof KeyOfPersonGone>
