import { C, CodeSample, Facts, type GuideProps, Part } from '#components/docs/guides/prose.tsx'

/** The fields of a registration: name and requirement. */
const FIELDS: [string, string][] = [
  [
    'redirect_uris',
    'Required: 1 to 10 redirect URIs. https, or http on localhost, 127.0.0.1 or [::1], or a custom scheme such as com.example.app. No fragment, password or wildcard; up to 2,000 characters.',
  ],
  [
    'client_name',
    'Name shown to users, up to 80 characters. Defaults to the host of the first redirect URI. It must not present the app as Counterfoil itself.',
  ],
  [
    'grant_types',
    'authorization_code, and refresh_token if the app works without the user present. Without the second, no refresh token is issued. Default: authorization_code only.',
  ],
  ['response_types', 'code, which is the default.'],
  [
    'token_endpoint_auth_method',
    "none for apps that can't keep a secret (public clients), client_secret_basic or client_secret_post for apps on a server (confidential clients), private_key_jwt for those that sign with a key of their own. Default: client_secret_basic.",
  ],
  [
    'jwks_uri',
    'With private_key_jwt: https URL of the public keys, on a public address, up to 32 KiB; fetched when the app authenticates and reused for a minute. jwks holds the keys themselves instead.',
  ],
  [
    'scope',
    'Scopes requested when /authorize names none; not an upper limit. Default: read_only. Unknown scopes are dropped.',
  ],
  ['client_uri', 'Home page of the app, http or https.'],
  ['application_type', 'Returned as sent. Defaults to public or confidential.'],
]

/** How an app registers with the authorization server. */
export function Registering({ reader }: GuideProps) {
  return (
    <>
      <Part id="register" title="Register the app">
        <CodeSample name="auth-register" reader={reader} file="curl: a public client" />
        <Facts
          caption="Fields of a registration"
          heads={['Field', 'Value']}
          rows={FIELDS.map(([name, what]) => [<C key={name}>{name}</C>, what])}
        />
        <p>
          Other fields are ignored. The response, 201, has the effective value of every field, and{' '}
          <C>client_id</C>, <C>client_id_issued_at</C>, <C>application_id</C>, <C>registration_client_uri</C>{' '}
          and <C>registration_access_token</C>. Keep the ID as <C>CLIENT_ID</C> and the last as{' '}
          <C>REGISTRATION_TOKEN</C>. A confidential client also gets its <C>client_secret</C>, which is shown
          once and does not expire.
        </p>
        <CodeSample name="auth-register-confidential" reader={reader} file="curl: a confidential client" />
      </Part>
      <Part id="registration" title="Read, change or delete a registration">
        <CodeSample name="auth-registration" reader={reader} file="curl: read and change" />
        <p>
          GET returns the registration without the secret. PUT replaces all of it, and omitted fields get
          their defaults: without <C>token_endpoint_auth_method</C>, a public client becomes a confidential
          one with a secret. <C>client_id</C> and <C>client_secret</C> can be included if they are correct.
          For DELETE, see{' '}
          <a href="#revoke" className="link">
            Revoke a token
          </a>
          . All three return 401 for any other token.
        </p>
      </Part>
      <Part id="other-programs" title="Without registration">
        <p>
          An app with an https URL that has a path can serve a JSON document with the same fields there and
          use the URL as its <C>client_id</C>. The document must repeat the URL as <C>client_id</C>, contain{' '}
          <C>client_name</C> and <C>redirect_uris</C>, contain no secret, and be reachable from the internet
          without a redirect. It is fetched with each request, and only where apps can register themselves.
        </p>
        <p>
          An owner or admin can register a client under{' '}
          <a href="/connected-apps/clients" className="link">
            Connected apps
          </a>{' '}
          and pass on its ID and secret. It works for that merchant only, even where self-registration is
          turned off, and is edited in the dashboard: it has no <C>registration_access_token</C>.
        </p>
      </Part>
    </>
  )
}
