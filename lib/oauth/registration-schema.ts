import { z } from 'zod'
import { unstorableText } from '#lib/values/text.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Characters that no name of a program needs: controls, and those that turn or hide what stands beside them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u

/** Where a client may be sent back to: https, or http on the machine of the person, or a scheme of its own. */
export const RedirectUri = z
  .string()
  .max(2000)
  .refine((text) => complaintAbout(text) === null, {
    error: (issue) => complaintAbout(String(issue.input)) ?? 'It is no address.',
  })

function complaintAbout(text: string): string | null {
  const url = URL.parse(text)
  if (!url) return 'It is no absolute address.'
  if (/[\s\\*]/.test(text) || UNSEEN.test(text)) return 'It holds a blank, a backslash or a wildcard.'
  if (url.hash !== '' || text.includes('#')) return 'It must not have a fragment.'
  if (url.username !== '' || url.password !== '') return 'It must not hold a name or a password.'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname) ? null : 'It must be https; http is for loopback addresses only.'
  // A scheme of an installed program: named by its reversed domain, so that none is claimed by chance (RFC 8252).
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? null
    : 'It must be https, http on loopback, or a scheme such as com.example.app.'
}

/** Whether an address leads back into the machine of the person: loopback, or a program installed there. */
export function isNative(uri: string): boolean {
  const url = URL.parse(uri)
  return url !== null && url.protocol !== 'https:'
}

const name = z
  .string()
  .trim()
  .min(1, 'It must not be empty.')
  .max(80, 'It must not be longer than 80 characters.')
  .refine(
    (text) => !UNSEEN.test(text) && unstorableText(text) === null,
    'It holds a character that cannot be seen or that turns the direction of text.',
  )

/** A registration as the specification lists it. What else is sent is passed over, as RFC 7591 has it. */
export const Registration = z.object({
  client_name: name,
  redirect_uris: z.array(RedirectUri).min(1).max(10),
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token']))
    .max(2)
    .refine((types) => types.includes('authorization_code'), 'It must hold authorization_code.')
    .default(['authorization_code']),
  response_types: z.array(z.literal('code')).length(1).default(['code']),
  scope: z.string().max(500).optional(),
  token_endpoint_auth_method: z
    .enum(['none', 'client_secret_post', 'client_secret_basic'])
    .default('client_secret_basic'),
  client_uri: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  application_type: z.string().max(40).optional(),
})
export type Registration = z.output<typeof Registration>
