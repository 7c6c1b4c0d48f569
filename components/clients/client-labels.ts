import type { Client } from '#lib/domain/clients/schema.ts'

/** How a program shows that it is itself. */
export const METHODS: Record<Client['auth_method'], { label: string; hint: string }> = {
  none: {
    label: 'Public: no secret',
    hint: 'For what runs on the computer of the person, where no secret stays one. It proves itself by PKCE.',
  },
  client_secret_basic: {
    label: 'Confidential: secret in the Authorization header',
    hint: 'For a server that can keep a secret. What most libraries send.',
  },
  client_secret_post: {
    label: 'Confidential: secret in the body',
    hint: 'For a server whose library sends client_id and client_secret as members of the form.',
  },
}
