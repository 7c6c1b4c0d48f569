import { UpdateNotifications } from '#lib/domain/notifications/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** The kinds of email that are on. */
export const notificationsForm = {
  fields: ['on'],
  schema: UpdateNotifications,
  read: (form: FormReader) => ({ on: form.all('on') }),
} satisfies FormDeclaration
