import { z } from 'zod'
import { Email } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#lib/values/language.ts'
import { StoredInteger } from '#lib/values/money.ts'
import type { Permission } from '#lib/values/permissions.ts'

export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'kept'] as const
export const MailStatus = z.enum(MAIL_STATUSES)
export type MailStatus = z.infer<typeof MailStatus>

/** The kinds of email, each with the permission for its subject. Without it, the email is not in the outbox either. */
export const MAIL_KINDS = {
  bill: 'bills:read',
  wallet_code: 'wallets:read',
  approval: 'approvals:read',
  webhook_failing: 'webhooks:read',
  webhook_disabled: 'webhooks:read',
  webhook_recovered: 'webhooks:read',
  user_disabled: 'keys:read',
  key_expiring: 'keys:read',
  invitation: 'team:read',
  password_reset: 'team:write',
  account_security: 'team:write',
  mention: 'payments:read',
  export: 'exports:read',
  export_failed: 'exports:read',
  receipt: 'payments:read',
  payment_link: 'orders:read',
  refund_failed: 'refunds:read',
  payout_reversed: 'payouts:read',
  settlement_failed: 'balance:read',
  gateway_difference: 'balance:read',
  account_export: 'account:write',
  closure: 'account:write',
} as const satisfies Record<string, Permission>
export type MailKind = keyof typeof MAIL_KINDS

/** The kinds that staff send to payers, within limits (lib/domain/mails/write.ts). */
export const PAYER_KINDS = ['bill', 'receipt', 'payment_link'] as const satisfies MailKind[]
export type PayerMailKind = (typeof PAYER_KINDS)[number]

/** The kinds that customers get; staff get all others. */
export const CUSTOMER_KINDS: readonly MailKind[] = [...PAYER_KINDS, 'wallet_code']

/** The kinds that a person with these permissions sees. A kind that is not in the table is hidden from everyone. */
export function visibleKinds(own: ReadonlySet<Permission>): MailKind[] {
  return (Object.keys(MAIL_KINDS) as MailKind[]).filter((kind) => own.has(MAIL_KINDS[kind]))
}

/** An email in the outbox. `kept`: no mail server is configured, so it stays here to be read. */
export const Mail = z.object({
  id: z.string(),
  entity: z.literal('mail').default('mail'),
  kind: z.string(),
  object_id: z.string().nullable(),
  recipient: z.string(),
  subject: z.string(),
  status: MailStatus,
  error: z.string().nullable(),
  attempts: z.int(),
  created_by: z.string().nullable(),
  created_at: StoredInteger,
  sent_at: StoredInteger.nullable(),
})
export type Mail = z.output<typeof Mail>

/** An email that staff just wrote to a payer, and whether this server sends email at all. */
export const WrittenMail = Mail.extend({ sends: z.boolean() })
export type WrittenMail = z.output<typeof WrittenMail>

export const MailDetails = Mail.extend({ text: z.string(), html: z.string() })
export type MailDetails = z.output<typeof MailDetails>

export const GetMailDetails = z.strictObject({ id: Id('mail') })

const PayerLanguage = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]])

export const SendReceipt = z.strictObject({
  id: Id('payment'),
  email: Email.optional().meta({ description: 'Defaults to the email of the payer.' }),
  language: PayerLanguage.default(DEFAULT_LANGUAGE),
})

/** What a payer sends from the receipt page. An address only where the payment has none. */
export const MailReceipt = z.strictObject({
  id: Id('payment'),
  order_id: Id('order'),
  email: Email.optional(),
  language: PayerLanguage.default(DEFAULT_LANGUAGE),
})

export const SendPaymentLink = z.strictObject({
  id: Id('order'),
  email: Email.optional().meta({ description: "Defaults to the email of the order's customer." }),
  language: PayerLanguage.default(DEFAULT_LANGUAGE),
})

export const SendBill = z.strictObject({
  id: Id('bill'),
  email: Email.optional().meta({ description: "Defaults to the email of the bill's customer." }),
})
