import {
  AddAcquirer,
  AddGateway,
  RotateAcquirerSecret,
  RotateGatewayCredentials,
  SetDirectCollection,
  UseAcquirer,
} from '#lib/domain/acquirers/schema.ts'
import { StartGatewayImport } from '#lib/domain/gateway-imports/schema.ts'
import { RecordSettlement } from '#lib/domain/settlements/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { secondsOfDate } from '#lib/values/time.ts'

export const addAcquirerForm = {
  fields: ['url', 'secret', 'authority', 'password'],
  schema: AddAcquirer,
  read: (form: FormReader) => ({
    url: form.text('url'),
    secret: form.verbatim('secret').trim(),
    authority: form.optional('authority'),
  }),
} satisfies FormDeclaration

export const addGatewayForm = {
  fields: ['url', 'key_id', 'key_secret', 'webhook_secret', 'dialect', 'authority', 'password'],
  schema: AddGateway,
  read: (form: FormReader) => ({
    url: form.text('url'),
    key_id: form.text('key_id'),
    key_secret: form.verbatim('key_secret').trim(),
    webhook_secret: form.verbatim('webhook_secret').trim(),
    dialect: form.text('dialect'),
    authority: form.optional('authority'),
  }),
} satisfies FormDeclaration

export const useAcquirerForm = {
  fields: ['reason', 'password'],
  schema: UseAcquirer,
  read: (form: FormReader) => ({ id: form.text('id'), reason: form.optional('reason') }),
} satisfies FormDeclaration

export const rotateGatewayCredentialsForm = {
  fields: ['key_id', 'key_secret', 'webhook_secret', 'reason', 'password'],
  schema: RotateGatewayCredentials,
  read: (form: FormReader) => ({
    id: form.text('id'),
    key_id: form.text('key_id'),
    key_secret: form.verbatim('key_secret').trim(),
    webhook_secret: form.verbatim('webhook_secret').trim() || undefined,
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const directCollectionForm = {
  fields: ['typed_name', 'reason', 'password'],
  schema: SetDirectCollection,
  read: (form: FormReader) => ({
    id: form.text('id'),
    direct: form.text('direct') === 'on',
    typed_name: form.text('typed_name'),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const rotateAcquirerSecretForm = {
  fields: ['secret', 'reason', 'password'],
  schema: RotateAcquirerSecret,
  read: (form: FormReader) => ({
    id: form.text('id'),
    secret: form.verbatim('secret').trim(),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const startGatewayImportForm = {
  fields: ['since', 'password'],
  schema: StartGatewayImport,
  read: (form: FormReader) => {
    const date = form.text('since')
    const since = date === '' ? undefined : secondsOfDate(date, form.settings.zone)
    if (since === null) form.refuse('since', 'Enter a date, e.g. 2026-01-31.')
    return { id: form.text('id'), ...(since == null ? {} : { since }) }
  },
} satisfies FormDeclaration

export const recordSettlementForm = {
  fields: ['amount', 'utr', 'settled_on', 'password'],
  schema: RecordSettlement,
  read: (form: FormReader) => {
    const settled_at = secondsOfDate(form.text('settled_on'), form.settings.zone, 'end')
    if (settled_at === null) form.refuse('settled_on', 'Enter the date of the bank statement.')
    return {
      id: form.text('id'),
      amount: form.amount('amount'),
      utr: form.text('utr'),
      // The day of today is not over yet.
      settled_at: Math.min(settled_at ?? 0, form.settings.now),
    }
  },
  words: ({ field }: { field?: string | undefined }) =>
    field === 'settled_at' ? { field: 'settled_on' } : {},
} satisfies FormDeclaration
