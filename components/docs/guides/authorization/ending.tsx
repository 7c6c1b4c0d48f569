import { C, CodeSample, type GuideProps, Part } from '#components/docs/guides/prose.tsx'

/** How an app introspects and revokes a token. */
export function Ending({ reader }: GuideProps) {
  return (
    <>
      <Part id="introspect" title="Introspect a token">
        <CodeSample name="auth-introspect" reader={reader} file="curl: introspect" />
        <p>
          An app can introspect its own tokens: <C>active</C>, <C>client_id</C>, <C>sub</C> (the user),{' '}
          <C>scope</C>, <C>exp</C>, <C>iat</C>, <C>iss</C>, and for access tokens <C>aud</C> and{' '}
          <C>token_type</C>. For every other token (revoked, expired, unknown or of another app) the response
          is <C>{'{"active":false}'}</C>. A confidential client adds its secret, as above.
        </p>
      </Part>
      <Part id="revoke" title="Revoke a token">
        <CodeSample name="auth-revoke" reader={reader} file="curl: revoke" />
        <p>
          Revoking either token of a connection ends the whole connection: the access tokens, the refresh
          token and the grant. The response is an empty 200, also for unknown tokens and tokens of other apps,
          which stay unchanged. Users can disconnect an app under Connected apps, with the same effect from
          the next call. When an app is no longer needed, delete its registration; that ends all of its
          connections.
        </p>
        <CodeSample name="auth-unregister" reader={reader} file="curl: delete the registration" />
      </Part>
    </>
  )
}
