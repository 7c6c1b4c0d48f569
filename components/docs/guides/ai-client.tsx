import { C, type GuideProps, Part, Program } from './prose.tsx'
import { Scopes } from './scopes.tsx'

export function AiClient({ reader }: GuideProps) {
  return (
    <>
      <p>
        Programs that speak the Model Context Protocol, such as assistants and editors, reach the account at
        one address. What the interface can do they find there as tools, with this documentation and common
        jobs beside them. No key is handed out: a person lets each program in, and can end it.
      </p>
      <Program name="mcp-config" reader={reader} file="Settings of a client" />
      <p>
        Both revisions of the protocol are answered, 2026-07-28 and 2025-11-25, over streamable HTTP, without
        sessions. Where a client asks for a sign-in of its own, leave it empty: it finds the authorization
        server by itself and registers there.
      </p>
      <Part id="consent" title="What you are asked">
        <p>
          The client opens a page of this server in your browser. It says what the program calls itself, how
          it became known and where you are sent afterwards; the name is only a claim, the address is not. You
          choose the account and its mode, test or live, untick what it need not do, and allow or deny. It
          gets no more than your own role has, and less as soon as your role has less.
        </p>
        <Scopes />
        <p>
          A client begins with <C>read_only</C>. When it calls a tool that takes more it is answered 403 with
          the scopes that it lacks, and asks you again.
        </p>
      </Part>
      <Part id="money" title="Money">
        <p>
          Scopes that move money are not ticked for you and take your password once more. They come with two
          limits: for one call, and for one day. A call above a limit, or money out above the approval
          threshold of the merchant, moves nothing: it waits 24 hours for a person to approve or reject it
          under{' '}
          <a href="/approvals" className="link">
            Approvals
          </a>
          . The program gets the id of the approval, and asks <C>fetch_approval</C> what became of it. Above a
          limit of the program, the person who let it in may approve it themself; above the threshold of the
          merchant, only somebody else.
        </p>
        <p>
          Every tool that writes takes an <C>idempotency_key</C>, which does what the header of that name does
          for{' '}
          <a href="/docs/guides/idempotency" className="link">
            the interface
          </a>
          .
        </p>
      </Part>
      <Part id="afterwards" title="Afterwards">
        <p>
          <a href="/connected-apps" className="link">
            Connected apps
          </a>{' '}
          lists what was let in, what it may, and each call with its arguments and its answer. Narrow it, end
          it or block the program there; it holds at the next call. What payers wrote (notes, names,
          descriptions) reaches the program marked as data. A model can be talked into things all the same, so
          give it no more than its job takes.
        </p>
      </Part>
      <Part id="without" title="Without the protocol">
        <p>
          A program of your own that has a token can read with plain HTTP. <C>tool</C> names a tool that
          reads, the rest of the query is its arguments; without it payments are listed.
        </p>
        <Program name="tool-endpoint-curl" reader={reader} />
        <p>
          The same token is taken at <C>/v1</C>, in place of a key: every operation of the interface that its
          scopes reach to, adding a document with <C>documents:write</C> among them. How a program gets one
          stands in{' '}
          <a href="/docs/guides/authorization" className="link">
            Authorization, request by request
          </a>
          .
        </p>
      </Part>
    </>
  )
}
