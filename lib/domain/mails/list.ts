import { z } from 'zod'
import { equals, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { kindsFor } from '#lib/domain/mails/find.ts'
import { Mail, MailStatus } from '#lib/domain/mails/schema.ts'

export const { list: listMailsForDashboard } = defineList({
  noun: 'mails',
  permission: 'mails:read',
  item: Mail,
  filters: {
    status: equals('status', MailStatus),
    recipient: equals('recipient', text(64)),
    object_id: equals('object_id', z.string().max(40)),
  },
  // Empty if the actor may see no kind.
  scope: (context) => [{ sql: 'kind = ANY(?::text[])', values: [kindsFor(context)] }],
  currency: null,
  /** Whether a mail server is configured. */
  beside: { sends: z.boolean() },
  about: ({ mailer }) => ({ sends: mailer !== null }),
})
