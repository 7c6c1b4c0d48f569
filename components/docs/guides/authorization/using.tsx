import { Policy } from '#components/docs/guides/policy.tsx'
import { C, CodeSample, type GuideProps, Part } from '#components/docs/guides/prose.tsx'
import { Scopes } from '#components/docs/guides/scopes.tsx'

/** The use of a token, and the error where its scopes are not enough. */
export function Using({ reader }: GuideProps) {
  return (
    <>
      <Part id="use" title="Use the token">
        <p>
          Send it as <C>Authorization: Bearer</C>, never in a URL. It is accepted in three places. As a tool
          call at <C>/mcp</C>, where the response is an event stream:
        </p>
        <CodeSample name="auth-tools" reader={reader} file="curl: a tool" />
        <p>
          For any tool that reads, with plain GET, at <C>/api/tool-endpoint</C>:
        </p>
        <CodeSample name="tool-endpoint-curl" reader={reader} file="curl: a tool that reads" />
        <p>
          And at <C>/v1</C>, as described in the{' '}
          <a href="/docs/reference" className="link">
            API reference
          </a>
          , in place of an API key:
        </p>
        <CodeSample name="auth-rest" reader={reader} file="curl: the API" />
        <p>
          A retry with the same <C>idempotency_key</C> (the header <C>Idempotency-Key</C> at <C>/v1</C>) runs
          once. Idempotency keys belong to one app and one user, so they never collide with those of other
          apps or API keys. They have 1 to 200 characters.
        </p>
      </Part>
      <Part id="scopes" title="Scopes and step-up">
        <Scopes />
        <p>
          Scopes don't include each other: to read and write, request both. The user's current role also
          applies to each call. Apps can't take payments with a payer's card or UPI ID, or change webhooks;
          use an API key for that.
        </p>
        <p>
          A call that needs a missing scope gets 403, with <C>error="insufficient_scope"</C> and all scopes to
          request in <C>scope</C>, in the header <C>WWW-Authenticate</C>. Send the user to <C>/authorize</C>{' '}
          with that scope and repeat the call with the new token. Ask only once: a user who denied it doesn't
          want it.
        </p>
      </Part>
      <Part id="waiting" title="Calls that need approval">
        <p>
          A call above the limits of the user or the merchant moves no money yet. A tool returns{' '}
          <C>status: waiting_for_approval</C> and an <C>approval_id</C>; <C>/v1</C> returns 403{' '}
          <a href="/docs/errors#waiting_for_approval" className="link">
            waiting_for_approval
          </a>{' '}
          with <C>metadata.approval_id</C>. The approval expires after 24 hours. Check the decision with the
          tool <C>fetch_approval</C>, also at <C>/api/tool-endpoint?tool=fetch_approval&id=…</C>; withdraw the
          request with <C>cancel_approval</C>. Don't send the request again: it finds the same approval.
        </p>
        <p>The same thresholds apply to API keys. Amounts add up over 24 hours:</p>
        <Policy />
      </Part>
    </>
  )
}
