import { z } from 'zod'
import {
  areFitTogether,
  ClientName,
  NOT_TOGETHER,
  RedirectUri,
  redirectHostOf,
} from '#lib/values/redirect-uri.ts'

const NOT_OURS = 'It must not hold the name Counterfoil, so that nobody takes the program for a part of it.'

/** The name of this product, also with digits for letters and something in between. */
const OURS = /c[o0]unter[\s._-]*f[o0][i1l|][l1i|]/i

/** What a program may call itself: not by the name of this product, which people would take for a word of the house. */
const OutsideName = ClientName.refine((text) => !OURS.test(text.normalize('NFKC')), NOT_OURS)

const GRANTS = 'It is a list of authorization_code and, if wanted, refresh_token.'

/** What else it says of itself: what is wrong with each field is said in words of our own. */
const Details = z.object({
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token'], { error: GRANTS }), {
      error: GRANTS,
    })
    .max(2, 'It holds at most two.')
    .refine((types) => types.includes('authorization_code'), 'It must hold authorization_code.')
    .default(['authorization_code']),
  response_types: z
    .array(z.literal('code', 'It can be code alone.'), { error: 'It is a list of code alone.' })
    .length(1, 'It is a list of code alone.')
    .default(['code']),
  scope: z
    .string('It is a text of scopes with blanks between them.')
    .max(500, 'It is at most 500 characters.')
    .optional(),
  token_endpoint_auth_method: z
    .enum(['none', 'client_secret_post', 'client_secret_basic'], {
      error: 'It is none, client_secret_post or client_secret_basic.',
    })
    .default('client_secret_basic'),
  client_uri: z
    .url({ protocol: /^https?$/, error: 'It is an https or http address.' })
    .max(500, 'It is at most 500 characters.')
    .optional(),
  application_type: z.string('It is a text.').max(40, 'It is at most 40 characters.').optional(),
})

const RedirectUris = z
  .array(RedirectUri, { error: 'Send a list of addresses that people may be sent back to.' })
  .min(1, 'Send at least one address that people may be sent back to.')
  .max(10, 'At most 10 addresses.')
  .refine((uris) => uris.join('').length <= 5000, 'Together the addresses have at most 5000 characters.')
  .refine(areFitTogether, NOT_TOGETHER)

/** What a document must be as a registration must: its name is shown to people, its addresses are where they are sent. */
export const Described = z.object({ client_name: OutsideName, redirect_uris: RedirectUris })

/**
 * A registration as the specification lists it. What else is sent is passed over, as RFC 7591 has it; without a name,
 * which it leaves optional, the program goes by the host that it leads back to.
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
