import { C, CodeSample, type GuideProps, Part } from '#components/docs/guides/prose.tsx'
import { Asking } from './asking.tsx'
import { Ending } from './ending.tsx'
import { AuthorizationErrors } from './errors.tsx'
import { Registering } from './registering.tsx'
import { Tokens } from './tokens.tsx'
import { Using } from './using.tsx'

export function Authorization({ reader }: GuideProps) {
  return (
    <>
      <p>
        An app that acts for a user gets an access token in place of an API key: it registers, sends the user
        to the consent screen, and exchanges the returned code. This is OAuth 2.1, and OAuth libraries do all
        of it for you. This guide shows each request for those who don't use one. The examples run as they are
        in one shell with curl and openssl; values from responses are kept in variables.
      </p>
      <Part id="discover" title="Discover the server">
        <CodeSample name="auth-discover" reader={reader} file="curl: both metadata documents" />
        <p>
          The first document names the <C>resource</C> that tokens are for and its{' '}
          <C>authorization_servers</C>. The second describes that server: the URL of every endpoint below, the
          scopes, and PKCE with <C>S256</C>. Read URLs from there instead of hard-coding them. Both documents
          are public and can be cached for five minutes.
        </p>
      </Part>
      <Registering reader={reader} />
      <Asking reader={reader} />
      <Tokens reader={reader} />
      <Using reader={reader} />
      <Ending reader={reader} />
      <AuthorizationErrors />
    </>
  )
}
