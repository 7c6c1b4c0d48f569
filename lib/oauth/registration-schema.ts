import { z } from 'zod'
import {
  areFitTogether,
  ClientName,
  NOT_TOGETHER,
  RedirectUri,
  redirectHostOf,
} from '#lib/values/redirect-uri.ts'

const NOT_OURS = 'Must not contain "Counterfoil", so that the app isn\'t mistaken for part of it.'

/** The name of this product, also with digits for letters and something in between. */
const OURS = /c[o0]unter[\s._-]*f[o0][i1l|][l1i|]/i

/** The name of an app: not the name of this product, which people would trust as the platform itself. */
const OutsideName = ClientName.refine((text) => !OURS.test(text.normalize('NFKC')), NOT_OURS)

const GRANTS = 'Must be a list of authorization_code and, optionally, refresh_token.'

/** Its other metadata: the errors of the fields are our own sentences. */
const Details = z.object({
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token'], { error: GRANTS }), {
      error: GRANTS,
    })
    .max(2, 'Can have up to 2 entries.')
    .refine((types) => types.includes('authorization_code'), 'Must contain authorization_code.')
    .default(['authorization_code']),
  response_types: z
    .array(z.literal('code', 'Must be code.'), { error: 'Must be a list with only code.' })
    .length(1, 'Must be a list with only code.')
    .default(['code']),
  scope: z
    .string('Must be a string of scopes separated by spaces.')
    .max(500, 'Can be up to 500 characters.')
    .optional(),
  token_endpoint_auth_method: z
    .enum(['none', 'client_secret_post', 'client_secret_basic'], {
      error: 'Must be none, client_secret_post or client_secret_basic.',
    })
    .default('client_secret_basic'),
  client_uri: z
    .url({ protocol: /^https?$/, error: 'Must start with https:// or http://.' })
    .max(500, 'Can be up to 500 characters.')
    .optional(),
  application_type: z.string('Must be a string.').max(40, 'Can be up to 40 characters.').optional(),
})

const RedirectUris = z
  .array(RedirectUri, { error: 'Send a list of redirect URIs.' })
  .min(1, 'Send at least one redirect URI.')
  .max(10, 'Send up to 10 redirect URIs.')
  .refine((uris) => uris.join('').length <= 5000, 'The redirect URIs can be up to 5000 characters in total.')
  .refine(areFitTogether, NOT_TOGETHER)

/** The rules that a document shares with a registration: its name is shown to people, its URLs are redirect targets. */
export const Described = z.object({ client_name: OutsideName, redirect_uris: RedirectUris })

/**
 * A registration as the specification lists it. Unknown fields are ignored (RFC 7591); without a name, which is
 * optional, the app gets the host of its redirect URI.
 */
export const Registration = Details.extend({
  client_name: OutsideName.optional(),
  redirect_uris: RedirectUris,
})
  .transform((sent) => ({
    ...sent,
    client_name: sent.client_name ?? shortened(redirectHostOf(sent.redirect_uris[0] ?? '')),
  }))
  .refine(({ client_name }) => OutsideName.safeParse(client_name).success, {
    path: ['client_name'],
    error: NOT_OURS,
  })
export type Registration = z.output<typeof Registration>

/** The end of a long host, which names its owner. */
function shortened(host: string): string {
  return host.length > 80 ? `…${host.slice(-79)}` : host
}
