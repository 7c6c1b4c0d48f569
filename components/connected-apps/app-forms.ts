import { BlockClient, ReduceAppScopes, UpdateAppSettings } from '#lib/domain/connected-apps/schema.ts'
import { type FormDeclaration, type FormReader, naming } from '#lib/values/form.ts'

/** The scopes and limits of an app from now on; the password counts when it is typed, and is needed for a raise. */
export const accessForm = {
  fields: ['scopes', 'limit_per_call', 'limit_per_day', 'reason', 'password'],
  schema: ReduceAppScopes,
  read: (form: FormReader) => ({
    id: form.text('id'),
    scopes: form.all('scopes'),
    limit_per_call: form.optionalAmount('limit_per_call'),
    limit_per_day: form.optionalAmount('limit_per_day'),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const disconnectAllForm = {
  fields: [],
  read: (form: FormReader) => ({ id: form.text('id'), all: true }),
} satisfies FormDeclaration

export const blockForm = {
  fields: ['reason'],
  schema: BlockClient,
  read(form: FormReader) {
    const reason = form.text('reason')
    return { client_id: form.text('client_id'), ...(reason === '' ? {} : { reason }) }
  },
} satisfies FormDeclaration

export const unblockForm = {
  fields: [],
  read: (form: FormReader) => ({ client_id: form.text('client_id'), reason: form.optional('reason') }),
} satisfies FormDeclaration

const hostsIn = (form: FormReader) => form.entries('redirect_hosts', /[\s,]+/)

export const policyForm = {
  fields: ['redirect_hosts', 'reason'],
  schema: UpdateAppSettings,
  read: (form: FormReader) => ({
    self_registered: form.checked('self_registered'),
    redirect_hosts: hostsIn(form),
    reason: form.optional('reason'),
  }),
  words: (problem, form) => naming(problem, 'redirect_hosts', hostsIn(form)),
} satisfies FormDeclaration
