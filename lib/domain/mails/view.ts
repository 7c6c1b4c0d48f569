import { findMail } from '#lib/domain/mails/find.ts'
import { ViewedMail, ViewMail } from '#lib/domain/mails/schema.ts'
import { defineOperation } from '#lib/operation.ts'

export const viewMail = defineOperation({
  name: 'view_mail',
  title: 'View a mail',
  summary: 'Returns one mail of the outbox with what it says.',
  permission: 'mails:read',
  http: null,
  effect: 'read',
  input: ViewMail,
  output: ViewedMail,
  run: (context, input) => findMail(context, input.id),
})
