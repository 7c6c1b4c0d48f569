import { C, CodeSample, Facts, type GuideProps, Part } from './prose.tsx'

export function Webhooks({ reader }: GuideProps) {
  return (
    <>
      <p>
        Every delivery is a POST with the event as JSON. It has two kinds of signatures; verify whichever your
        library supports.{' '}
        <a href="/docs/events" className="link">
          Events
        </a>{' '}
        lists all events.
      </p>
      <Facts
        caption="Headers of a delivery"
        heads={['Header', 'Value']}
        rows={[
          [
            <C key="1">X-Signature</C>,
            "Lowercase hex HMAC-SHA256 of the raw body, with the endpoint's secret.",
          ],
          [<C key="2">X-Razorpay-Signature</C>, 'Same value.'],
          [<C key="3">X-Event-Id</C>, 'ID of the event. It stays the same when the event is sent again.'],
          [
            <C key="4">webhook-id, webhook-timestamp, webhook-signature</C>,
            'The three headers of Standard Webhooks.',
          ],
        ]}
      />
      <Part id="steps" title="Three rules">
        <ol className="list-decimal pl-5">
          <li>Verify the raw bytes, before anything parses them.</li>
          <li>
            Respond with 2xx within five seconds and process the event afterwards. A redirect counts as a
            failure.
          </li>
          <li>
            Expect duplicates: store <C>X-Event-Id</C> and skip events you have seen. Events of different
            objects can arrive in any order.
          </li>
        </ol>
      </Part>
      <Part id="node" title="Node, without a library">
        <p>
          A complete receiver. Start it with <C>WEBHOOK_SECRET</C> set, and create a test mode endpoint with
          the URL that it prints. If the server is not on your own machine, it sends to public addresses only:
          run <C>npx counterfoil listen</C> on your machine, and it forwards events to the URL.
        </p>
        <CodeSample name="webhook-node" reader={reader} />
      </Part>
      <Part id="stock-client" title="With an existing SDK">
        <CodeSample name="webhook-client" reader={reader} file="Node, existing SDK" />
      </Part>
      <Part id="standard-webhooks" title="With the standardwebhooks package">
        <CodeSample name="webhook-standard" reader={reader} file="Node, standardwebhooks" />
      </Part>
      <Part id="python" title="Python">
        <CodeSample name="webhook-python" reader={reader} />
      </Part>
      <Part id="php" title="PHP">
        <CodeSample name="webhook-php" reader={reader} />
      </Part>
      <Part id="does-not-verify" title="When verification fails">
        <p>
          Common causes: the body was parsed and serialized again, the secret belongs to another endpoint or
          was rotated, a newline was added at the end, or hex was compared with Base64. The signature debugger
          on each endpoint's page finds the cause.
        </p>
      </Part>
      <Part id="two-secrets" title="Secret rotation">
        <p>
          After rotation, the old secret keeps signing beside the new one for as long as you chose.{' '}
          <C>webhook-signature</C> then contains both signatures, the new one first, separated by a space:
          accept the delivery if any of them matches. <C>X-Signature</C> and <C>X-Razorpay-Signature</C> have
          room for one signature. They use the new secret first; if your endpoint responds with 4xx, the next
          attempt follows immediately with the old secret, and so on in turns. So verify before you respond,
          and respond with 4xx if verification fails. An endpoint that responds with 200 before verifying is
          never sent the other signature.
        </p>
      </Part>
      <Part id="retries" title="Retries">
        <p>
          Deliveries without a 2xx response are retried with increasing delays for 24 hours. Then the endpoint
          is disabled, and missed events can be replayed once it works again. Deliveries and their responses
          are kept for 30 days, and replays reach as far back.
        </p>
      </Part>
    </>
  )
}
