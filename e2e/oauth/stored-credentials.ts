import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthTokens,
} from '@modelcontextprotocol/client'
import { guideSampleOf } from '#lib/api-docs/guide-samples.ts'

type Stored = { client?: OAuthClientInformationMixed; tokens?: OAuthTokens }
/** As every library takes it: some are stricter about these two. */
type Provider = OAuthClientProvider & { redirectUrl: string; clientMetadata: { application_type?: 'native' } }
type Guide = {
  authProviderOf(redirectUrl: string, open: (url: URL) => void, stored: Stored): Provider
}

/** The OAuth provider of the guide, as it is shown there. */
const { code } = guideSampleOf('auth-provider', { baseUrl: '', keyId: null })
const { authProviderOf }: Guide = await import(`data:text/javascript,${encodeURIComponent(code)}`)

/** The stored authorization of a client, in memory, and the URL that a person is to open. */
export function storedCredentials(callback: string) {
  const requested: URL[] = []
  const stored: Stored = {}
  return {
    provider: authProviderOf(callback, (url) => requested.push(url), stored),
    requested,
    tokens: () => stored.tokens,
    clientId: () => stored.client?.client_id ?? '',
    /** Drops the access token and keeps the refresh token, as after an hour. */
    expire() {
      if (stored.tokens) stored.tokens = { ...stored.tokens, access_token: 'x'.repeat(43) }
    },
    forget() {
      delete stored.tokens
    },
  }
}
