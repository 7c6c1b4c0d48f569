import { C, Facts, Part } from '#components/docs/guides/prose.tsx'

/** Where, what is answered, and what to do. */
const REFUSALS: [string, string, string][] = [
  [
    '/register',
    '400 invalid_redirect_uri, invalid_client_metadata',
    'Correct the field that error_description names.',
  ],
  [
    '/register',
    '403 access_denied',
    'Programs may not register themselves here. Ask an owner for a client id.',
  ],
  ['/register', '429 temporarily_unavailable', 'Wait the seconds in Retry-After.'],
  ['/register/…', '401 invalid_token', 'It takes the registration_access_token of this registration.'],
  [
    '/authorize',
    'A page with 400, nobody is sent back',
    'client_id is unknown, or redirect_uri is missing or not registered. The page says which, for you.',
  ],
  ['redirect_uri', 'access_denied', 'The person denied it. Do not ask again by yourself.'],
  [
    'redirect_uri',
    'invalid_request, unsupported_response_type, unsupported_response_mode',
    'Correct the request: error_description names the parameter. One that comes twice is refused, too.',
  ],
  ['redirect_uri', 'invalid_target', 'resource is not the address of the tools. Send that, or nothing.'],
  ['redirect_uri', 'login_required', 'Leave prompt=none away: a person decides each time.'],
  [
    '/par',
    '400 with a code of /authorize, 401 invalid_client',
    'Correct the request, or how the program shows that it is itself.',
  ],
  [
    '/token',
    '401 invalid_client',
    'The id is unknown or the secret wrong. When the registration is gone, register again.',
  ],
  [
    '/token',
    '400 invalid_grant',
    'The code or refresh token is expired, used or ended, or redirect_uri or code_verifier is another. Ask the person again.',
  ],
  ['/token', '400 invalid_scope', 'A refresh gives no more scopes. Ask the person for them.'],
  ['/token', '400 invalid_target', 'resource is another address than that of the tools.'],
  [
    '/token',
    '400 invalid_request, unsupported_grant_type',
    'Correct the form: it is no JSON, and names its fields.',
  ],
  [
    'A tool',
    '401, no error in the header',
    'There was no token. resource_metadata in the header says where to begin.',
  ],
  ['A call', '401 invalid_token', 'Renew it once; when that fails, ask the person again.'],
  ['A call', '403 insufficient_scope', 'Ask the person for the scopes that it names.'],
  [
    'A call',
    '403 permission_denied',
    'The role of the person does not allow it, or no program may do it. Say so; asking again changes nothing.',
  ],
  ['A call', '429', 'Wait the seconds in Retry-After.'],
]

/** What is refused, and what to do about it. */
export function Refusals() {
  return (
    <Part id="errors" title="Errors">
      <p>
        The authorization server answers <C>error</C> and <C>error_description</C>; decide by the first. A
        call at <C>/v1</C> is refused as{' '}
        <a href="/docs/guides/errors" className="link">
          everywhere
        </a>
        , a tool answers with <C>isError</C> and the same body as its result. What is wrong with the token
        itself stands in <C>WWW-Authenticate</C> in both.
      </p>
      <Facts
        caption="Refusals and what to do"
        heads={['Where and what', 'Do']}
        rows={REFUSALS.map(([where, answer, advice]) => [
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
