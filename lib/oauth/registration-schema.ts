import { z } from 'zod'
import { ClientName, RedirectUri } from '#lib/values/redirect-uri.ts'

/** A registration as the specification lists it. What else is sent is passed over, as RFC 7591 has it. */
export const Registration = z.object({
  client_name: ClientName,
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
