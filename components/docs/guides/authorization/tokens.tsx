import { C, Facts, type GuideProps, Part, Program } from '#components/docs/guides/prose.tsx'
import { TOKEN_LIFETIMES, wholeTime } from '#lib/reference/token-lifetimes.ts'

const { access, refresh } = TOKEN_LIFETIMES

/** The form of an exchange: field, of a code, of a refresh token. */
const FIELDS: [string, string, string][] = [
  ['grant_type', 'authorization_code', 'refresh_token'],
  ['client_id', 'Required, unless it stands in the header', 'The same'],
  ['client_secret', 'Of a confidential program, unless it stands in the header', 'The same'],
  ['code', 'Required', '–'],
  ['redirect_uri', 'Required: the one of /authorize', '–'],
  ['code_verifier', 'Required when a challenge was sent, refused otherwise', '–'],
  ['refresh_token', '–', 'Required'],
  ['scope', '–', 'Fewer scopes for this access token alone; never more'],
  ['resource', 'The address of the tools, or nothing', 'The same'],
]

/** How a token is got and renewed. */
export function Tokens({ reader }: GuideProps) {
  return (
    <>
      <Part id="token" title="Exchange the code">
        <Program name="auth-token" reader={reader} file="curl: exchange, public" />
        <p>
          A confidential program shows that it is itself, with id and secret as Basic authentication or as{' '}
          <C>client_id</C> and <C>client_secret</C> in the form. A public one sends its id alone.
        </p>
        <Program name="auth-token-confidential" reader={reader} file="curl: exchange, confidential" />
        <Facts
          caption="Fields of a token request, as a form"
          heads={['Field', 'Of a code', 'Of a refresh token']}
          rows={FIELDS.map(([name, code, renewed]) => [<C key={name}>{name}</C>, code, renewed])}
        />
        <p>
          The answer is <C>access_token</C>, <C>token_type</C> (always <C>Bearer</C>), <C>expires_in</C> in
          seconds, <C>scope</C>, and <C>refresh_token</C> if that was registered. <C>scope</C> is what the
          person left ticked and may be less than you asked for: read it. Keep the tokens as{' '}
          <C>COUNTERFOIL_TOKEN</C> and <C>REFRESH_TOKEN</C>. A code that is used twice gives nothing the
          second time, and ends what it gave the first time.
        </p>
      </Part>
      <Part id="refresh" title="Renew the token">
        <p>
          An access token lasts {wholeTime(access)}, a refresh token {wholeTime(refresh)} from when it was
          given, and both no longer than the person chose.
        </p>
        <Program name="auth-refresh" reader={reader} file="curl: renew" />
        <p>
          Each use gives a new refresh token and takes the old one away; access tokens that were given before
          live out their time. Store the new one before you use its access token. An old one that is used
          again may be in somebody else’s hands, so it ends the whole connection, every token of it: let one
          process of your program renew, and ask the person again when it happens.
        </p>
      </Part>
    </>
  )
}
