import { C, Facts, type GuideProps, Part, Program } from '#components/docs/guides/prose.tsx'
import { TOKEN_LIFETIMES, wholeTime } from '#lib/reference/token-lifetimes.ts'

/** The parameters of an authorization request: name, and what it must be. */
const PARAMETERS: [string, string][] = [
  ['response_type', 'Required: code.'],
  ['client_id', 'Required.'],
  [
    'redirect_uri',
    'Required: one that is registered, character for character. A program whose addresses are all http on loopback may have another port in it each time.',
  ],
  [
    'scope',
    'Scopes with blanks between them. Without any that exists, those that were registered. Ask for what you need now; more can be asked for later.',
  ],
  [
    'code_challenge',
    'Of a public program required: base64url of the SHA-256 of a verifier of 43 to 128 characters, A-Z a-z 0-9 - . _ ~. When a confidential one sends it, it counts.',
  ],
  ['code_challenge_method', 'S256, whenever there is a challenge; plain is refused.'],
  ['state', 'A random text, which comes back as it was. Recommended.'],
  ['resource', 'What the token is for: the address of the tools, which is the default. Another is refused.'],
]

/** How a person is asked, and what comes back. */
export function Asking({ reader }: GuideProps) {
  return (
    <Part id="authorize" title="Ask the person">
      <Program name="auth-authorize" reader={reader} file="Shell" />
      <p>
        Open the address that is printed in the browser of the person. Keep <C>VERIFIER</C> and <C>STATE</C>{' '}
        with this attempt; each attempt has its own.
      </p>
      <Facts
        caption="Parameters of an authorization request"
        heads={['Parameter', 'What it is']}
        rows={PARAMETERS.map(([name, what]) => [<C key={name}>{name}</C>, what])}
      />
      <p>
        The person signs in if they have not, and sees the name of the program, where they will be sent, and
        each scope as a sentence. They choose the account, test or live, untick what they do not want, and
        choose how long it lasts: {TOKEN_LIFETIMES.grants.map(wholeTime).join(', ')}. What moves money is not
        ticked beforehand, has limits, and takes their password. They have{' '}
        {wholeTime(TOKEN_LIFETIMES.consent)} to answer. Somebody is asked each time, so <C>prompt=none</C> is
        refused. Allowing once more takes the place of what was allowed before in the same account: its tokens
        end.
      </p>
      <p>
        Then they are sent to <C>redirect_uri</C> with <C>code</C>, <C>state</C> and <C>iss</C>. Go on only
        when <C>state</C> is the one of this attempt and <C>iss</C> is the <C>issuer</C> of the metadata; a
        mismatch is an answer to something else. For a try nothing has to listen at that address: the code
        stands in the address line. Keep it as <C>CODE</C>; it is good once, for{' '}
        {wholeTime(TOKEN_LIFETIMES.code)}. When the person denies, <C>error=access_denied</C> comes back in
        place of the code, with the same <C>state</C> and <C>iss</C>.
      </p>
      <h3 id="push" className="font-semibold">
        Send the request beforehand
      </h3>
      <p>
        The same parameters can be sent to <C>/par</C> as a form. What is wrong with them is then answered to
        the program and not in the browser, and nothing of them stands in the address. A confidential program
        shows that it is itself as at <C>/token</C>.
      </p>
      <Program name="auth-push" reader={reader} file="curl: push" />
      <p>
        The answer, 201, is <C>request_uri</C> and <C>expires_in</C>. Keep the first as <C>REQUEST_URI</C> and
        open the address with it within {wholeTime(TOKEN_LIFETIMES.pushed)}; it is good for one answer.
      </p>
      <Program name="auth-pushed" reader={reader} file="Shell: open what was pushed" />
    </Part>
  )
}
