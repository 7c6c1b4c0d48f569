import { z } from 'zod'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { ClientId } from '#lib/domain/connected-apps/schema.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { areFitTogether, ClientName, NOT_TOGETHER, RedirectUri } from '#lib/values/redirect-uri.ts'

/** How an app shows that it is itself: not at all, or with its secret in the body or in the header. */
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const

/** An app that was registered in the dashboard for one merchant. */
export const Client = z.object({
  id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  auth_method: z.enum(AUTH_METHODS),
  /** What it asks for when it asks for nothing in particular. */
  scopes: z.array(z.string()),
  created_by: z.string().nullable(),
  created_at: StoredInteger,
  /** By how many people it is connected now, in both modes, and when it last called. */
  connections: z.int(),
  last_used_at: StoredInteger.nullable(),
})
export type Client = z.output<typeof Client>

/** With the secret, which is shown this once; null for a public app. */
export const NewClient = Client.extend({ secret: z.string().nullable() })
export type NewClient = z.output<typeof NewClient>

export const CreateClient = z.strictObject({
  name: ClientName,
  redirect_uris: z
    .array(RedirectUri)
    .min(1, 'Enter at least one redirect URI.')
    .max(10, 'Enter up to 10 redirect URIs.')
    .refine(areFitTogether, NOT_TOGETHER),
  auth_method: z.enum(AUTH_METHODS, 'Choose a client authentication method.'),
  scopes: z.array(z.enum(SCOPE_NAMES)).min(1, 'Choose at least one.').default(['read_only']),
})

export const OneClient = z.strictObject({ id: ClientId })

export const DeleteClient = OneClient.extend({ typed_name: z.string().optional() })
