/**
 * Whether a grant read as `grants` has a token that is valid.
 * @param now the query parameter with the current time, in Unix seconds
 */
export function hasToken(now: `$${number}`): string {
  return `EXISTS (SELECT 1 FROM oauth_artifacts token WHERE token.grant_id = grants.id
                  AND token.kind IN ('AccessToken', 'RefreshToken') AND token.consumed_at IS NULL
                  AND (token.expires_at IS NULL OR token.expires_at > ${now}))`
}
