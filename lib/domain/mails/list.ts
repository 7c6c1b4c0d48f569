import { z } from 'zod'
import type { Condition } from '#lib/domain/conditions.ts'
import { equals, filter, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { kindsFor } from '#lib/domain/mails/find.ts'
import { Mail, MailStatus } from '#lib/domain/mails/schema.ts'

/** The emails that customers get; all others go to staff. */
const TO_CUSTOMERS: Condition[] = [{ sql: "kind IN ('bill', 'wallet_code')", values: [] }]
const TO_STAFF: Condition[] = [{ sql: "kind NOT IN ('bill', 'wallet_code')", values: [] }]

export const { list: listMailsForDashboard } = defineList({
  noun: 'mails',
  permission: 'mails:read',
  item: Mail,
  filters: {
    status: equals('status', MailStatus),
    recipient: equals('recipient', text(64)),
    object_id: equals('object_id', z.string().max(40)),
    to: filter(z.enum(['customers', 'staff']), (to) => (to === 'customers' ? TO_CUSTOMERS : TO_STAFF)),
  },
  tab: ['to'],
  tabs: { customers: TO_CUSTOMERS, staff: TO_STAFF },
  // Empty if the actor may see no kind.
  scope: (context) => [{ sql: 'kind = ANY(?::text[])', values: [kindsFor(context)] }],
  currency: null,
  /** Whether a mail server is configured. */
  beside: { sends: z.boolean() },
  about: ({ mailer }) => ({ sends: mailer !== null }),
})
