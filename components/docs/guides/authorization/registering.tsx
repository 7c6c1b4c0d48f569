import { C, Facts, type GuideProps, Part, Program } from '#components/docs/guides/prose.tsx'

/** What a registration holds: field, and what it must be. */
const FIELDS: [string, string][] = [
  [
    'redirect_uris',
    'Required: 1 to 10 addresses that people are sent back to. https, or http on localhost, 127.0.0.1 or [::1], or a scheme of an installed program such as com.example.app. No fragment, password or wildcard; at most 2,000 characters.',
  ],
  [
    'client_name',
    'What people are shown, at most 80 characters. Without it, the host of the first address. It must not hold the name Counterfoil.',
  ],
  [
    'grant_types',
    'authorization_code, and refresh_token if the program is to work on while nobody looks. Without the second there is no refresh token. Default: authorization_code alone.',
  ],
  ['response_types', 'code, which is the default.'],
  [
    'token_endpoint_auth_method',
    'none for a program that can keep no secret (public), client_secret_basic or client_secret_post for one on a server (confidential). Default: client_secret_basic.',
  ],
  [
    'scope',
    'What is asked for when /authorize names no scope; no ceiling. Default: read_only. Scopes that do not exist are dropped.',
  ],
  ['client_uri', 'The home page of the program, http or https.'],
  ['application_type', 'Answered as it was sent; without it, public or confidential.'],
]

/** How a program becomes known to the authorization server. */
export function Registering({ reader }: GuideProps) {
  return (
    <>
      <Part id="register" title="Register the program">
        <Program name="auth-register" reader={reader} file="curl: a public program" />
        <Facts
          caption="Fields of a registration"
          heads={['Field', 'What it is']}
          rows={FIELDS.map(([name, what]) => [<C key={name}>{name}</C>, what])}
        />
        <p>
          Other fields are passed over. The answer, 201, has every field as it counts, and <C>client_id</C>,{' '}
          <C>client_id_issued_at</C>, <C>application_id</C>, <C>registration_client_uri</C> and{' '}
          <C>registration_access_token</C>. Keep the id as <C>CLIENT_ID</C> and the last as{' '}
          <C>REGISTRATION_TOKEN</C>. A confidential program also gets its <C>client_secret</C>, this once; it
          does not expire.
        </p>
        <Program name="auth-register-confidential" reader={reader} file="curl: a confidential program" />
      </Part>
      <Part id="registration" title="Read, change or delete a registration">
        <Program name="auth-registration" reader={reader} file="curl: read and change" />
        <p>
          GET answers what is registered, without the secret. PUT replaces all of it, and a field that is left
          out gets its default: without <C>token_endpoint_auth_method</C> a public program becomes a
          confidential one with a secret. <C>client_id</C> and <C>client_secret</C> may stand in it when they
          are right. DELETE stands under{' '}
          <a href="#revoke" className="link">
            Give it back
          </a>
          . All three are answered 401 with another token.
        </p>
      </Part>
      <Part id="other-programs" title="Without registering">
        <p>
          A program that has an https address with a path can serve a JSON document of the same fields there
          and use that address as its <C>client_id</C>. The document must repeat the address as{' '}
          <C>client_id</C>, hold <C>client_name</C> and <C>redirect_uris</C>, hold no secret, and be reachable
          from the internet without a redirect. It is fetched when the program asks, and only where programs
          may register themselves.
        </p>
        <p>
          An owner or admin can register a program by hand under{' '}
          <a href="/connected-apps/clients" className="link">
            Connected apps
          </a>{' '}
          and hand its id and secret over. It serves that one merchant, works where programs may not register
          themselves, and is changed there: it has no <C>registration_access_token</C>.
        </p>
      </Part>
    </>
  )
}
