import { C, Facts, type GuideProps, Part, Program } from './prose.tsx'

export function Webhooks({ reader }: GuideProps) {
  return (
    <>
      <p>
        Every delivery is a POST with the event as JSON. It is signed twice, so that you can use whichever
        your library knows.{' '}
        <a href="/docs/events" className="link">
          Events
        </a>{' '}
        lists what is sent.
      </p>
      <Facts
        caption="Header fields of a delivery"
        heads={['Field', 'Holds']}
        rows={[
          [
            <C key="1">X-Signature</C>,
            'Lowercase hex HMAC-SHA256 of the raw body, with the secret of the endpoint.',
          ],
          [<C key="2">X-Razorpay-Signature</C>, 'The same.'],
          [<C key="3">X-Event-Id</C>, 'The id of the event: the same for every repeat of it.'],
          [
            <C key="4">webhook-id, webhook-timestamp, webhook-signature</C>,
            'The three of Standard Webhooks.',
          ],
        ]}
      />
      <Part id="steps" title="Three rules">
        <ol className="list-decimal pl-5">
          <li>Verify the bytes as they came, before anything parses them.</li>
          <li>Answer 2xx within five seconds; do the work afterwards. A redirect is a failure.</li>
          <li>
            Expect repeats: keep <C>X-Event-Id</C> and pass over what you have seen. Expect no order between
            objects.
          </li>
        </ol>
      </Part>
      <Part id="node" title="Node, without a library">
        <p>
          A whole receiver. Start it with <C>WEBHOOK_SECRET</C> set, and create an endpoint in test mode with
          the address that it prints. A server that is not on your own machine sends to public addresses only:
          run <C>npx counterfoil listen</C> there, and it forwards events to the address.
        </p>
        <Program name="webhook-node" reader={reader} />
      </Part>
      <Part id="stock-client" title="With the stock client">
        <Program name="webhook-client" reader={reader} file="Node, stock client" />
      </Part>
      <Part id="standard-webhooks" title="With the standardwebhooks package">
        <Program name="webhook-standard" reader={reader} file="Node, standardwebhooks" />
      </Part>
      <Part id="python" title="Python">
        <Program name="webhook-python" reader={reader} />
      </Part>
      <Part id="php" title="PHP">
        <Program name="webhook-php" reader={reader} />
      </Part>
      <Part id="does-not-verify" title="When it does not verify">
        <p>
          The usual reasons: the body was parsed and written again, the secret is of another endpoint or was
          rolled, a line break was added at the end, or hex was compared with Base64. The page of each
          endpoint has a debugger that names which.
        </p>
      </Part>
      <Part id="two-secrets" title="While two secrets sign">
        <p>
          A rolled secret signs beside the new one for as long as you chose. <C>webhook-signature</C> then
          holds both signatures, the new one first, parted by a space: accept the delivery when any of them
          matches. <C>X-Signature</C> and <C>X-Razorpay-Signature</C> have room for one signature. They are
          made with the new secret first; when your endpoint answers 4xx, the next attempt is made at once and
          with the old one, and so by turns. So answer only once you have verified, and with a 4xx when it
          does not verify: whoever answers 200 before that is never sent the other signature.
        </p>
      </Part>
      <Part id="retries" title="Retries">
        <p>
          What is not answered with 2xx is tried again with growing pauses for 24 hours. Then the endpoint is
          disabled, and what was missed can be replayed once it works again. Deliveries and what was answered
          to them are kept for 30 days, and replays reach as far back.
        </p>
      </Part>
    </>
  )
}
