import { Policy } from '#components/docs/guides/policy.tsx'
import { C, type GuideProps, Part, Program } from '#components/docs/guides/prose.tsx'
import { Scopes } from '#components/docs/guides/scopes.tsx'

/** What a token is good for, and what happens where it is not enough. */
export function Using({ reader }: GuideProps) {
  return (
    <>
      <Part id="use" title="Use the token">
        <p>
          Send it as <C>Authorization: Bearer</C>, never in an address. It is taken in three places. As a
          tool, at <C>/mcp</C>, where the answer comes as an event stream:
        </p>
        <Program name="auth-tools" reader={reader} file="curl: a tool" />
        <p>
          Any tool that reads, with plain GET, at <C>/api/tool-endpoint</C>:
        </p>
        <Program name="tool-endpoint-curl" reader={reader} file="curl: a tool that reads" />
        <p>
          And at <C>/v1</C>, as the{' '}
          <a href="/docs/reference" className="link">
            reference
          </a>{' '}
          describes it, in place of a key:
        </p>
        <Program name="auth-rest" reader={reader} file="curl: the interface" />
        <p>
          A repeat with the same <C>idempotency_key</C>, which is the header <C>Idempotency-Key</C> at{' '}
          <C>/v1</C>, is done once. Keys of a program are its own, for each person that it acts for: they meet
          neither those of another program nor those of an API key. They are 1 to 200 characters.
        </p>
      </Part>
      <Part id="scopes" title="Scopes, and asking for more">
        <Scopes />
        <p>
          None holds another: to write and to read takes both. The role of the person counts as well, as it is
          at the moment of the call. No program may take payments with the card or the UPI id of a payer, or
          write webhooks; that takes an API key.
        </p>
        <p>
          A call that takes a scope which the token lacks is answered 403, with{' '}
          <C>error="insufficient_scope"</C> and in <C>scope</C> everything to ask for, in the header{' '}
          <C>WWW-Authenticate</C>. Send the person to <C>/authorize</C> with that scope and repeat the call
          with the new token. Do it once: who denied it does not want it.
        </p>
      </Part>
      <Part id="waiting" title="What waits for a person">
        <p>
          A call that moves more money than the person or the merchant lets a program move does nothing yet.
          As a tool it answers <C>status: waiting_for_approval</C> and an <C>approval_id</C>; at <C>/v1</C> it
          is refused with 403{' '}
          <a href="/docs/errors#waiting_for_approval" className="link">
            waiting_for_approval
          </a>{' '}
          and <C>metadata.approval_id</C>. It waits for 24 hours. Ask what became of it with the tool{' '}
          <C>fetch_approval</C>, also at <C>/api/tool-endpoint?tool=fetch_approval&id=…</C>; take it back with{' '}
          <C>cancel_approval</C>. Do not send it again: the same request finds the same approval.
        </p>
        <p>API keys are held to the same thresholds. Amounts add up over 24 hours:</p>
        <Policy />
      </Part>
    </>
  )
}
