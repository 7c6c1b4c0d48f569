import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client'

/** The stored authorization of a client, in memory, and the URL that a person is to open. */
export function keptCredentials(callback: string) {
  const asked: URL[] = []
  let client: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  const clientMetadata = {
    client_name: 'Client library',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  } satisfies OAuthClientMetadata
  const provider = {
    redirectUrl: callback,
    clientMetadata,
    clientInformation: () => client,
    saveClientInformation(information) {
      client = information
    },
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved
    },
    redirectToAuthorization(address) {
      asked.push(address)
    },
    saveCodeVerifier(saved) {
      verifier = saved
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(saved) {
      discovery = saved
    },
    discoveryState: () => discovery,
    invalidateCredentials() {
      tokens = undefined
    },
  } satisfies OAuthClientProvider
  return {
    provider,
    asked,
    tokens: () => tokens,
    clientId: () => client?.client_id ?? '',
    /** Drops the access token and keeps the refresh token, as after an hour. */
    expire() {
      if (tokens) tokens = { ...tokens, access_token: 'x'.repeat(43) }
    },
    forget() {
      tokens = undefined
    },
  }
}
