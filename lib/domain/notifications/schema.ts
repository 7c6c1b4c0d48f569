import { z } from 'zod'
import type { MailKind } from '#lib/domain/mails/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The kinds of email that a person can switch off, each with the permission of those who get it. */
export const NOTIFICATIONS = {
  approval: 'approvals:write',
  export_failed: 'exports:read',
  key_expiring: 'keys:write',
  mention: 'payments:read',
  refund_failed: 'refunds:write',
  payout_reversed: 'payouts:write',
  settlement_failed: 'settlements:write',
  gateway_difference: 'settlements:write',
  webhook_failing: 'webhooks:write',
  webhook_disabled: 'webhooks:write',
  webhook_recovered: 'webhooks:write',
} as const satisfies Partial<Record<MailKind, Permission>>
export type Notification = keyof typeof NOTIFICATIONS

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as Notification[]
const Kind = z.enum(NOTIFICATION_KINDS as [Notification, ...Notification[]])

/** The emails that a person can get at a merchant, and whether each is on. */
export const Notifications = z.object({ items: z.array(z.object({ kind: Kind, on: z.boolean() })) })
export type Notifications = z.output<typeof Notifications>

/** The kinds that are on. Those that the role does not get stay as they were. */
export const UpdateNotifications = z.strictObject({ on: z.array(Kind).max(NOTIFICATION_KINDS.length) })
