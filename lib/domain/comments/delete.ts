import { z } from 'zod'
import { commentedOf } from '#lib/domain/comments/find.ts'
import { DeleteComment } from '#lib/domain/comments/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const deleteComment = defineOperation({
  name: 'delete_comment',
  title: 'Delete a comment',
  summary: 'Deletes a comment of your own. The audit log keeps that there was one.',
  permission: 'payments:read',
  http: null,
  input: DeleteComment,
  output: z.object({ object_id: z.string() }),
  async run(context, { id }) {
    const where = { account_id: context.account.id, id, created_by_id: context.actor.id }
    const comment = await context.tables.comments.findFirst({ where })
    if (!comment) throw recordNotFound('comment of yours', id)
    await commentedOf(context, comment.object_id)
    await context.tables.comments.deleteMany({ where })
    context.about(comment.object_id)
    context.note({ comment_id: id })
    return { object_id: comment.object_id }
  },
})
