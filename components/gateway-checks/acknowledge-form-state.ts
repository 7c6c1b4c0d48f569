import { AcknowledgeDifference } from '#lib/domain/gateway-checks/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

export const acknowledgeForm = {
  fields: ['reason'],
  schema: AcknowledgeDifference,
  read: (form: FormReader) => ({ id: form.text('id'), reason: form.text('reason') }),
} satisfies FormDeclaration
