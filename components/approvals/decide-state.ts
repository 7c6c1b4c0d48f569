import { RejectApproval } from '#lib/domain/approvals/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

export const rejectForm = {
  fields: ['reason'],
  schema: RejectApproval,
  read: (form: FormReader) => ({ id: form.text('id'), reason: form.text('reason') }),
} satisfies FormDeclaration
