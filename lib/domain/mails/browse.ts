import { z } from 'zod'
import { kindsFor } from '#lib/domain/mails/find.ts'
import { Mail, MailStatus } from '#lib/domain/mails/schema.ts'
import { pageOf } from '#lib/domain/page.ts'
import type { mails } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const browseMails = defineOperation({
  name: 'browse_mails',
  title: 'Browse mails',
  summary:
    'Returns one page of the outbox, newest first, with the number of emails found and whether email is set up.',
  permission: 'mails:read',
  http: null,
  effect: 'read',
  input: z.strictObject({
    status: MailStatus.optional(),
    recipient: z.string().trim().max(64).optional(),
    object_id: z.string().max(40).optional(),
    count: z.int().min(1).max(100).default(25),
    after: Id('mail').optional(),
    before: Id('mail').optional(),
  }),
  output: z.object({
    items: z.array(Mail),
    total: z.int(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
    /** Whether a server for mail is configured. */
    sends: z.boolean(),
  }),
  async run(context, { status, recipient, object_id, count, after, before }) {
    const where = {
      account_id: context.account.id,
      kind: { in: kindsFor(context) },
      ...(status === undefined ? {} : { status }),
      ...(recipient === undefined ? {} : { recipient }),
      ...(object_id === undefined ? {} : { object_id }),
    }
    const rows = await pageOf<mails>(context, 'mails', where, {
      count: count + 1,
      skip: 0,
      starting_after: after,
      ending_before: before,
    })
    const upwards = before !== undefined
    const more = rows.length > count
    const items = upwards ? rows.slice(more ? 1 : 0) : rows.slice(0, count)
    return {
      items,
      total: await context.tables.mails.count({ where }),
      has_newer: upwards ? more : after !== undefined,
      has_older: upwards ? true : more,
      sends: context.mailer !== null,
    }
  },
})
