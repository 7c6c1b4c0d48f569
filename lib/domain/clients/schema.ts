import { z } from 'zod'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { ClientId } from '#lib/domain/connected-apps/schema.ts'
import { ClientName } from '#lib/values/client-name.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { areFitTogether, NOT_TOGETHER, RedirectUri } from '#lib/values/redirect-uri.ts'
import { TypedName } from '#lib/values/typed-name.ts'

/** How an app authenticates: not at all, or with its secret in the body or the header. */
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const

/** An app that was registered in the dashboard for one merchant. */
export const Client = z.object({
  id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  auth_method: z.enum(AUTH_METHODS),
  /** The scopes of a request that names none. */
  scopes: z.array(z.string()),
  created_by: z.string().nullable(),
  created_at: StoredInteger,
  /** The number of people who have it connected, in both modes, and the time of its last call. */
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

export const DeleteClient = OneClient.extend({ typed_name: TypedName.optional() })
