import { C, type GuideProps, Part, Program } from '#components/docs/guides/prose.tsx'
import { Asking } from './asking.tsx'
import { Ending } from './ending.tsx'
import { Refusals } from './refusals.tsx'
import { Registering } from './registering.tsx'
import { Tokens } from './tokens.tsx'
import { Using } from './using.tsx'

export function Authorization({ reader }: GuideProps) {
  return (
    <>
      <p>
        A program that acts for a person gets a token in place of a key: it registers, sends the person to be
        asked, and exchanges the code that comes back. This is OAuth 2.1, and a library for it does all of
        this for you. Here it stands request by request, for those who have none. The examples run as they are
        in one shell, with curl and openssl; what an answer gave is kept in a variable.
      </p>
      <Part id="discover" title="Find the server">
        <Program name="auth-discover" reader={reader} file="curl: both descriptions" />
        <p>
          The first says what tokens are for, <C>resource</C>, and who gives them,{' '}
          <C>authorization_servers</C>. The second is that server: the address of every endpoint below, the
          scopes, and that PKCE is with <C>S256</C>. Take addresses from there and write none of them into
          your program. Both are the same for everybody and may be kept for five minutes.
        </p>
      </Part>
      <Registering reader={reader} />
      <Asking reader={reader} />
      <Tokens reader={reader} />
      <Using reader={reader} />
      <Ending reader={reader} />
      <Refusals />
    </>
  )
}
