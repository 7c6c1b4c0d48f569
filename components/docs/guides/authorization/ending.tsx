import { C, type GuideProps, Part, Program } from '#components/docs/guides/prose.tsx'

/** How a program asks about a token and gives it back. */
export function Ending({ reader }: GuideProps) {
  return (
    <>
      <Part id="introspect" title="Ask about a token">
        <Program name="auth-introspect" reader={reader} file="curl: introspect" />
        <p>
          A program learns of its own tokens: <C>active</C>, <C>client_id</C>, <C>sub</C> (the person),{' '}
          <C>scope</C>, <C>exp</C>, <C>iat</C>, <C>iss</C>, and of an access token <C>aud</C> and{' '}
          <C>token_type</C>. Of every other token, ended, expired, unknown or of another program, the answer
          is <C>{'{"active":false}'}</C>. A confidential program adds its secret, as above.
        </p>
      </Part>
      <Part id="revoke" title="Give it back">
        <Program name="auth-revoke" reader={reader} file="curl: revoke" />
        <p>
          Either token of a connection ends all of it: the access tokens, the refresh token, and what it was
          let. The answer is 200 with nothing in it, for a token that is unknown or of another program, too,
          which then stays as it is. A person ends it under Connected apps, with the same effect at the next
          call. A program that is not needed any more deletes its registration; that ends all its connections.
        </p>
        <Program name="auth-unregister" reader={reader} file="curl: delete the registration" />
      </Part>
    </>
  )
}
