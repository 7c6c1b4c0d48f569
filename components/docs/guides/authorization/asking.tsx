import { C, CodeSample, Facts, type GuideProps, Part } from '#components/docs/guides/prose.tsx'
import { TOKEN_LIFETIMES, wholeTime } from '#lib/api-docs/token-lifetimes.ts'

/** The parameters of an authorization request: name and requirement. */
const PARAMETERS: [string, string][] = [
  ['response_type', 'Required: code.'],
  ['client_id', 'Required.'],
  [
    'redirect_uri',
    'Required: exactly as registered. The port of an http loopback address can differ each time.',
  ],
  [
    'scope',
    'Scopes separated by spaces. Defaults to the registered scopes. Ask for what you need now; you can ask for more later.',
  ],
  [
    'code_challenge',
    'Required for public clients: base64url of the SHA-256 of a verifier of 43 to 128 characters (A-Z a-z 0-9 - . _ ~). Optional for confidential clients, and enforced when sent.',
  ],
  ['code_challenge_method', 'S256, whenever there is a challenge. plain is rejected.'],
  ['state', 'Recommended: a random string, returned unchanged.'],
  [
    'resource',
    'The resource that the token is for: the URL of the tool server (/mcp), which is the default, or that for writing (/mcp/write). Their tokens are the same. With the second, a missing scope means every scope.',
  ],
]

/** The consent of a person, and the redirect that follows. */
export function Asking({ reader }: GuideProps) {
  return (
    <Part id="authorize" title="Request authorization">
      <CodeSample name="auth-authorize" reader={reader} file="Shell" />
      <p>
        Open the printed URL in the user's browser. Keep <C>VERIFIER</C> and <C>STATE</C> for this attempt;
        each attempt needs new ones.
      </p>
      <Facts
        caption="Parameters of an authorization request"
        heads={['Parameter', 'Value']}
        rows={PARAMETERS.map(([name, what]) => [<C key={name}>{name}</C>, what])}
      />
      <p>
        The user signs in if needed, and sees the name of the app, the redirect host, and each scope as a
        sentence. They choose the account, test or live, deselect what they don't want to grant, and choose
        when access expires: {TOKEN_LIFETIMES.grants.map(wholeTime).join(', ')}. Scopes that move money are
        not selected by default, have limits, and require the user's password. The user has{' '}
        {wholeTime(TOKEN_LIFETIMES.consent)} to decide. Consent is always required, so <C>prompt=none</C> is
        rejected. If the app is connected already, the user chooses whether the new connection replaces the
        earlier one, whose tokens are then revoked when the code is exchanged.
      </p>
      <p>
        The user is then redirected to <C>redirect_uri</C> with <C>code</C>, <C>state</C> and <C>iss</C>.
        Continue only if <C>state</C> is the one of this attempt and <C>iss</C> is the <C>issuer</C> of the
        metadata; otherwise the response belongs to another request. To try it out, no server needs to listen
        at the redirect URI: copy the code from the address bar. Keep it as <C>CODE</C>; it can be used once,
        within {wholeTime(TOKEN_LIFETIMES.code)}. If the user denies, <C>error=access_denied</C> is returned
        in place of the code, with the same <C>state</C> and <C>iss</C>.
      </p>
      <h3 id="push" className="font-semibold">
        Pushed authorization requests
      </h3>
      <p>
        The same parameters can be sent to <C>/par</C> as a form. Errors are then returned to the app instead
        of the browser, and the parameters stay out of the URL. A confidential client authenticates as it does
        at <C>/token</C>.
      </p>
      <CodeSample name="auth-push" reader={reader} file="curl: push" />
      <p>
        The response, 201, has <C>request_uri</C> and <C>expires_in</C>. Keep the first as <C>REQUEST_URI</C>{' '}
        and open the URL with it within {wholeTime(TOKEN_LIFETIMES.pushed)}; it can be used once.
      </p>
      <CodeSample name="auth-pushed" reader={reader} file="Shell: open the pushed request" />
    </Part>
  )
}
