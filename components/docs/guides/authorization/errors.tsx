import { C, Facts, Part } from '#components/docs/guides/prose.tsx'

/** The endpoint, the response, and what to do. */
const ERRORS: [string, string, string][] = [
  [
    '/register',
    '400 invalid_redirect_uri, invalid_client_metadata',
    'Correct the field that error_description names.',
  ],
  ['/register', '403 access_denied', 'Self-registration is turned off. Ask an owner for a client ID.'],
  ['/register', '429 temporarily_unavailable', 'Wait the number of seconds in Retry-After.'],
  ['/register/…', '401 invalid_token', 'Send the registration_access_token of this registration.'],
  [
    '/authorize',
    'An error page with 400, no redirect',
    'client_id is unknown, or redirect_uri is missing or not registered. The page says which.',
  ],
  ['redirect_uri', 'access_denied', "The user denied the request. Don't ask again automatically."],
  [
    'redirect_uri',
    'invalid_request, unsupported_response_type, unsupported_response_mode',
    'Correct the parameter named in error_description. A parameter that is sent twice is also an error.',
  ],
  [
    'redirect_uri',
    'invalid_target',
    'resource is not one of the URLs of the tool server (/mcp and /mcp/write). Send one of them, or omit resource.',
  ],
  ['redirect_uri', 'login_required', 'Omit prompt=none: the user decides each time.'],
  [
    '/par',
    '400 with a code of /authorize, 401 invalid_client',
    'Correct the request, or the client authentication.',
  ],
  [
    '/token',
    '401 invalid_client',
    'The client ID is unknown or the secret is wrong. If the registration was deleted, register again.',
  ],
  [
    '/token',
    '400 invalid_grant',
    "The code or refresh token is expired, used or revoked, or redirect_uri or code_verifier doesn't match. Request authorization again.",
  ],
  ['/token', '400 invalid_scope', "A refresh can't add scopes. Request authorization for them."],
  [
    '/token',
    '400 invalid_target',
    'resource is not the one of the authorization request. Send that one, or omit resource.',
  ],
  [
    '/token',
    '400 invalid_request, unsupported_grant_type',
    'Correct the form. The body must be form-encoded, not JSON.',
  ],
  [
    'A tool',
    '401, no error in the header',
    'The request had no token. See resource_metadata in the header for where to get one.',
  ],
  ['A call', '401 invalid_token', 'Refresh the token once. If that fails, request authorization again.'],
  ['A call', '403 insufficient_scope', 'Request authorization for the scopes named in the response.'],
  [
    'A call',
    '403 permission_denied',
    "The user's role doesn't allow it, or apps can't use this operation. Tell the user; retrying won't help.",
  ],
  ['A call', '429', 'Wait the number of seconds in Retry-After.'],
]

/** The errors, and what to do about each. */
export function AuthorizationErrors() {
  return (
    <Part id="errors" title="Errors">
      <p>
        The authorization server returns <C>error</C> and <C>error_description</C>; branch on the first. At{' '}
        <C>/v1</C>, errors have the{' '}
        <a href="/docs/guides/errors" className="link">
          usual format
        </a>
        ; a tool returns <C>isError</C> with the same body as its result. For token errors, both add a{' '}
        <C>WWW-Authenticate</C> header.
      </p>
      <Facts
        caption="Errors and what to do"
        heads={['Endpoint and error', 'What to do']}
        rows={ERRORS.map(([where, answer, advice]) => [
          <span key={`${where} ${answer}`}>
            <C>{where}</C>
            <br />
            {answer}
          </span>,
          advice,
        ])}
      />
    </Part>
  )
}
