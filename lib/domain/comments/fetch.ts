import { z } from 'zod'
import { commentedOf } from '#lib/domain/comments/find.ts'
import { mentionPiecesOf } from '#lib/domain/comments/rules.ts'
import { Comment, FetchComments, MAX_COMMENTS, Mention } from '#lib/domain/comments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchComments = defineOperation({
  name: 'fetch_comments',
  title: 'Fetch the comments on a record',
  summary: 'Lists the comments of staff on a payment, order, refund, customer or settlement, oldest first.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: FetchComments,
  output: z.object({ items: z.array(Comment) }),
  async run(context, { object_id }) {
    await commentedOf(context, object_id)
    const rows = await context.tables.comments.findMany({
      where: { account_id: context.account.id, object_id },
      orderBy: { id: 'asc' },
      take: MAX_COMMENTS,
    })
    const items = rows.map((row) => ({
      ...row,
      pieces: mentionPiecesOf(row.text, z.array(Mention).parse(row.mentions)),
      own: row.created_by_id === context.actor.id,
    }))
    return { items }
  },
})
