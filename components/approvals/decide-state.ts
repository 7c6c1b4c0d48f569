import { RejectApproval } from '#lib/domain/approvals/schema.ts'
import { type FormDeclaration, type FormReader, recordForm } from '#lib/values/form.ts'

/** Approving or withdrawing a request: its id, and in live mode the password. */
export const decideForm = { ...recordForm, fields: ['password'] } satisfies FormDeclaration

export const rejectForm = {
  fields: ['reason'],
  schema: RejectApproval,
  read: (form: FormReader) => ({ id: form.text('id'), reason: form.text('reason') }),
} satisfies FormDeclaration
