import { C, CodeSample, Facts, type GuideProps, Part } from '#components/docs/guides/prose.tsx'
import { TOKEN_LIFETIMES, wholeTime } from '#lib/api-docs/token-lifetimes.ts'

const { access, refresh } = TOKEN_LIFETIMES

/** The form of an exchange: field, of a code, of a refresh token. */
const FIELDS: [string, string, string][] = [
  ['grant_type', 'authorization_code', 'refresh_token'],
  ['client_id', 'Required, unless sent in the header', 'The same'],
  ['client_secret', 'Confidential clients, unless sent in the header', 'The same'],
  ['code', 'Required', '–'],
  ['redirect_uri', 'Required: same as at /authorize', '–'],
  ['code_verifier', 'Required if a challenge was sent, rejected otherwise', '–'],
  ['refresh_token', '–', 'Required'],
  ['scope', '–', 'A subset of the scopes, for this access token only'],
  ['resource', 'Same as at /authorize, or omitted', 'The same'],
]

/** How a token is got and renewed. */
export function Tokens({ reader }: GuideProps) {
  return (
    <>
      <Part id="token" title="Exchange the code">
        <CodeSample name="auth-token" reader={reader} file="curl: exchange, public" />
        <p>
          A confidential client authenticates with ID and secret, as Basic authentication or as{' '}
          <C>client_id</C> and <C>client_secret</C> in the form. A public client sends only its ID.
        </p>
        <CodeSample name="auth-token-confidential" reader={reader} file="curl: exchange, confidential" />
        <Facts
          caption="Fields of a token request, as a form"
          heads={['Field', 'Authorization code', 'Refresh token']}
          rows={FIELDS.map(([name, code, renewed]) => [<C key={name}>{name}</C>, code, renewed])}
        />
        <p>
          The response has <C>access_token</C>, <C>token_type</C> (always <C>Bearer</C>), <C>expires_in</C> in
          seconds, <C>scope</C>, and <C>refresh_token</C> if that grant type was registered. <C>scope</C> is
          what the user granted and can be less than you requested: check it. Keep the tokens as{' '}
          <C>COUNTERFOIL_TOKEN</C> and <C>REFRESH_TOKEN</C>. Using a code twice fails and revokes the tokens
          of its first use.
        </p>
      </Part>
      <Part id="refresh" title="Refresh the token">
        <p>
          An access token is valid for {wholeTime(access)} and a refresh token for {wholeTime(refresh)} after
          it was issued, both no longer than the user chose.
        </p>
        <CodeSample name="auth-refresh" reader={reader} file="curl: refresh" />
        <p>
          Each use issues a new refresh token and invalidates the old one; earlier access tokens stay valid
          until they expire. Store the new refresh token before you use its access token. A refresh token that
          is sent again within {wholeTime(TOKEN_LIFETIMES.repeat)} of its first use gets the same response, as
          long as the new one is unused. So you can retry when a response was lost, and two windows can
          refresh at once. Later reuse may mean that the token was stolen, so it revokes the whole connection:
          let only one process of your app refresh, and request authorization again if it happens.
        </p>
      </Part>
    </>
  )
}
