'use server'
import { refresh } from 'next/cache'
import { commentForm, deleteCommentForm } from '#components/comments/comment-form-state.ts'
import { addComment } from '#lib/domain/comments/add.ts'
import { deleteComment } from '#lib/domain/comments/delete.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

const shown = { after: async () => refresh() }

export const addCommentAction = formAction(addComment, commentForm, {
  ...shown,
  result: ({ mentioned }) => mentioned,
})
export const deleteCommentAction = formAction(deleteComment, deleteCommentForm, shown)
