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

/** What an app may call itself: not by the name of this product, which people would trust as the platform itself. */
const OutsideName = ClientName.refine((text) => !OURS.test(text.normalize('NFKC')), NOT_OURS)

const GRANTS = 'Must be a list of authorization_code and, optionally, refresh_token.'

/** What else it says of itself: what is wrong with each field is said in words of our own. */
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

/** What a document must be as a registration must: its name is shown to people, its addresses are where they are sent. */
export const Described = z.object({ client_name: OutsideName, redirect_uris: RedirectUris })

/**
 * A registration as the specification lists it. What else is sent is passed over, as RFC 7591 has it; without a name,
 * which it leaves optional, the app goes by the host that it leads back to.
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

/** Of a long host its end, which says whose it is. */
function shortened(host: string): string {
  return host.length > 80 ? `…${host.slice(-79)}` : host
}
