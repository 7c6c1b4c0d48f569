import { AddComment } from '#lib/domain/comments/schema.ts'
import { type FormDeclaration, type FormReader, recordForm } from '#lib/values/form.ts'

export const commentForm = {
  fields: ['text'],
  schema: AddComment,
  read: (form: FormReader) => ({ object_id: form.text('object_id'), text: form.text('text') }),
} satisfies FormDeclaration

export const deleteCommentForm = recordForm
