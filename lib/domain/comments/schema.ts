import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { CreatedAt } from '#lib/values/money.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The records that staff comment on, by the prefix of their ID: the table, the noun, and the permission to see them. */
export const COMMENTED = {
  pay: { table: 'payments', noun: 'payment', permission: 'payments:read' },
  order: { table: 'orders', noun: 'order', permission: 'orders:read' },
  rfnd: { table: 'refunds', noun: 'refund', permission: 'refunds:read' },
  cust: { table: 'customers', noun: 'customer', permission: 'customers:read' },
  setl: { table: 'settlements', noun: 'settlement', permission: 'balance:read' },
  // Also for the person who requested it, whatever their permissions.
  apr: { table: 'approvals', noun: 'approval', permission: 'approvals:read' },
  bkl: { table: 'bank_statement_lines', noun: 'bank_line', permission: 'balance:read' },
} as const satisfies Record<string, { table: string; noun: string; permission: Permission }>
export type Commented = (typeof COMMENTED)[keyof typeof COMMENTED]

export const MAX_COMMENT = 2000

export const MAX_COMMENTS = 200

/** The most people that one comment notifies. */
export const MAX_MENTIONED = 10

/** Where a text names a person: from one character to before another. */
export const Mention = z.object({ from: z.int(), to: z.int(), user_id: z.string() })
export type Mention = z.output<typeof Mention>

export const Comment = z.object({
  id: z.string(),
  object_id: z.string(),
  /** The text in order, in pieces that mention a person and pieces that do not. */
  pieces: z.array(z.object({ text: z.string(), mention: z.boolean() })),
  created_by: z.string(),
  created_at: CreatedAt,
  /** Whether the reader wrote it, and so can delete it. */
  own: z.boolean(),
})
export type Comment = z.output<typeof Comment>

const ObjectId = z
  .string()
  .regex(
    new RegExp(`^(${Object.keys(COMMENTED).join('|')})_[0-9A-Za-z]{14}$`),
    'The ID must be that of a payment, order, refund, customer, settlement or approval.',
  )

/** Whom the mentions of a new comment reached, as people read it, and which of them reached no one. */
export const MentionResult = z.object({
  notified: z.array(z.string()),
  /** People who turned off emails about mentions. */
  muted: z.array(z.string()),
  /** People whom the comment names beyond the most that one comment notifies. */
  beyond: z.array(z.string()),
  /** The words after an @ that name no one who can see the record. */
  unmatched: z.array(z.string()),
  /** Whether this server sends email. */
  sends: z.boolean(),
})
export type MentionResult = z.output<typeof MentionResult>

export const MentionOfReader = z.object({
  id: z.string(),
  object_id: z.string(),
  text: z.string(),
  created_by: z.string(),
  created_at: CreatedAt,
})
export type MentionOfReader = z.output<typeof MentionOfReader>

export const AddedComment = Comment.extend({ mentioned: MentionResult })

export const FetchComments = z.strictObject({ object_id: ObjectId })

export const AddComment = z.strictObject({
  object_id: ObjectId,
  text: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Enter a comment.')
        .max(MAX_COMMENT, 'The comment can be up to 2,000 characters.')
        .regex(/^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u, 'The comment has characters that cannot be shown.'),
    ),
})

export const FindColleagues = z.strictObject({
  object_id: ObjectId,
  /** The start of a name or an email. */
  q: z.string().trim().min(1).max(100),
})

/** @property label what to write after an @ to mention the person */
export const Colleague = z.object({ id: z.string(), name: z.string(), email: z.string(), label: z.string() })
export type Colleague = z.output<typeof Colleague>

export const DeleteComment = z.strictObject({ id: Id('comment') })
