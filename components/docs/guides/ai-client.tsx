import { C, CodeSample, type GuideProps, Part } from './prose.tsx'
import { Scopes } from './scopes.tsx'

export function AiClient({ reader }: GuideProps) {
  return (
    <>
      <p>
        Apps that speak the Model Context Protocol (MCP), such as assistants and editors, connect to one URL.
        They find the operations of the API there as tools, with this documentation and prompts for common
        tasks. You share no API key: you connect each app yourself and can disconnect it at any time.
      </p>
      <CodeSample name="mcp-config" reader={reader} file="Client configuration" />
      <p>
        The server supports the protocol revisions 2026-07-28 and 2025-11-25 over streamable HTTP, without
        sessions. If a client asks for credentials, leave them empty: it discovers the authorization server
        and registers itself.
      </p>
      <Part id="consent" title="Consent screen">
        <p>
          The client opens a page of this server in your browser. The page shows the app's name, how it
          registered and where you will be redirected. The name is only the app's claim; the redirect host is
          where you really go. Choose the account and its mode (test or live), deselect permissions that the
          app doesn't need, and allow or deny. An app never gets more permissions than your role, and loses
          them when your role does.
        </p>
        <Scopes />
        <p>
          Clients start with the scope <C>read_only</C>. When a client calls a tool that needs more, it gets
          403 with the missing scopes and asks you again.
        </p>
      </Part>
      <Part id="money" title="Money">
        <p>
          Scopes that move money are not selected by default and require your password. They have two limits:
          per call and per 24 hours. A call above a limit, or above the merchant's approval threshold, moves
          no money: it waits up to 24 hours for approval under{' '}
          <a href="/approvals" className="link">
            Approvals
          </a>
          . The app gets the ID of the approval and checks the decision with <C>fetch_approval</C>. If the
          call is above the app's own limit, the user who connected the app can approve it. If it is above the
          merchant's threshold, someone else must.
        </p>
        <p>
          Every tool that writes accepts an <C>idempotency_key</C>, which works like the header of that name
          in{' '}
          <a href="/docs/guides/idempotency" className="link">
            the API
          </a>
          .
        </p>
      </Part>
      <Part id="afterwards" title="Manage connected apps">
        <p>
          <a href="/connected-apps" className="link">
            Connected apps
          </a>{' '}
          lists the apps, their permissions, and each call with its arguments and its response. Reduce an
          app's scopes, disconnect it or block it there; changes apply from the next call. Texts written by
          payers (notes, names, descriptions) reach the app marked as data. A model can still be misled by
          them, so grant only what the task needs.
        </p>
      </Part>
      <Part id="without" title="Without MCP">
        <p>
          Your own code can use an access token with plain HTTP. <C>tool</C> names a tool that reads, and the
          other query parameters are its arguments. Without <C>tool</C>, payments are listed.
        </p>
        <CodeSample name="tool-endpoint-curl" reader={reader} />
        <p>
          The same token works at <C>/v1</C> in place of an API key, for every operation that its scopes
          allow, including document uploads with <C>documents:write</C>. To get a token, see{' '}
          <a href="/docs/guides/authorization" className="link">
            OAuth 2.1 step by step
          </a>
          .
        </p>
      </Part>
    </>
  )
}
