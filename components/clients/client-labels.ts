import type { Client } from '#lib/domain/clients/schema.ts'

export const CLIENT_METHODS: Record<Client['auth_method'], { label: string; hint: string }> = {
  none: {
    label: 'Public: no secret',
    hint: "For apps on the user's device, which can't keep a secret. Uses PKCE.",
  },
  client_secret_basic: {
    label: 'Confidential: secret in the Authorization header',
    hint: 'For servers that can keep a secret. Used by most libraries.',
  },
  client_secret_post: {
    label: 'Confidential: secret in the body',
    hint: 'For servers whose library sends client_id and client_secret in the form body.',
  },
}

/** Whether a client has a secret. */
export const CLIENT_TYPE_LABELS = { public: 'public', confidential: 'confidential' }
