import { z } from 'zod'
import type { Condition } from '#lib/database/conditions.ts'
import { choice, equals, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { kindsFor } from '#lib/domain/mails/find.ts'
import { CUSTOMER_KINDS, MAIL_STATUSES, Mail } from '#lib/domain/mails/schema.ts'

const TO_CUSTOMERS: Condition[] = [{ sql: 'kind = ANY(?::text[])', values: [CUSTOMER_KINDS] }]
const TO_STAFF: Condition[] = [{ sql: 'kind <> ALL(?::text[])', values: [CUSTOMER_KINDS] }]

export const MAIL_FILTERS = [
  choice('to', ['customers', 'staff'], {
    where: (to) => (to === 'customers' ? TO_CUSTOMERS : TO_STAFF),
  }),
  choice('status', MAIL_STATUSES, {
    label: 'Status',
    words: { queued: 'queued', sent: 'sent', failed: 'failed', kept: 'not sent' },
    where: equals('status'),
  }),
  text('recipient', 64, {
    label: 'To',
    placeholder: 'name@example.com',
    inputMode: 'email',
    where: equals('recipient'),
  }),
  text('object_id', 40, {
    param: 'about',
    label: 'About',
    placeholder: 'bill_… or apr_…',
    where: equals('object_id'),
  }),
]

export const { list: listMailsForDashboard, export: exportMails } = defineList({
  noun: 'mails',
  permission: 'mails:read',
  item: Mail,
  filters: MAIL_FILTERS,
  tab: ['to'],
  tabs: { customers: TO_CUSTOMERS, staff: TO_STAFF },
  // Empty if the actor may see no kind.
  scope: (context) => [{ sql: 'kind = ANY(?::text[])', values: [kindsFor(context)] }],
  currency: null,
  /** Whether a mail server is configured. */
  beside: { sends: z.boolean() },
  about: ({ mailer }) => ({ sends: mailer !== null }),
})
