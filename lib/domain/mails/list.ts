import { z } from 'zod'
import type { Condition } from '#lib/domain/conditions.ts'
import { equals, filter, textCondition } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { kindsFor } from '#lib/domain/mails/find.ts'
import { CUSTOMER_KINDS, Mail, MailStatus } from '#lib/domain/mails/schema.ts'

const TO_CUSTOMERS: Condition[] = [{ sql: 'kind = ANY(?::text[])', values: [CUSTOMER_KINDS] }]
const TO_STAFF: Condition[] = [{ sql: 'kind <> ALL(?::text[])', values: [CUSTOMER_KINDS] }]

export const { list: listMailsForDashboard, export: exportMails } = defineList({
  noun: 'mails',
  permission: 'mails:read',
  item: Mail,
  filters: {
    status: equals('status', MailStatus),
    recipient: equals('recipient', textCondition(64)),
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
