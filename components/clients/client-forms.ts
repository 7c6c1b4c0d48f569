import { CreateClient } from '#lib/domain/clients/schema.ts'
import { type FormDeclaration, type FormReader, naming } from '#lib/values/form.ts'

/** A client that was registered, or got another secret; the secret is in no URL and nowhere afterwards. */
export type MadeClient = { id: string; name: string; secret: string | null }

export const clientForm = {
  fields: ['name', 'redirect_uris', 'auth_method', 'scopes'],
  schema: CreateClient,
  read: (form: FormReader) => ({
    name: form.text('name'),
    redirect_uris: form.entries('redirect_uris'),
    auth_method: form.text('auth_method'),
    scopes: form.all('scopes'),
  }),
  words: (problem, form) => naming(problem, 'redirect_uris', form.entries('redirect_uris')),
} satisfies FormDeclaration
