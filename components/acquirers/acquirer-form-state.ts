import {
  AddAcquirer,
  AddGateway,
  RotateAcquirerSecret,
  RotateGatewayCredentials,
  SetDirectCollection,
  UseAcquirer,
} from '#lib/domain/acquirers/schema.ts'
import { StartGatewayImport } from '#lib/domain/gateway-imports/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

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
  fields: ['password'],
  schema: StartGatewayImport,
  read: (form: FormReader) => ({ id: form.text('id') }),
} satisfies FormDeclaration
