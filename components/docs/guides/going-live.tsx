import { C, CodeSample, type GuideProps, Part } from './prose.tsx'

export function GoingLive({ reader }: GuideProps) {
  return (
    <>
      <p>
        Live mode uses the same URL with a live key. The two modes share no records: create what you need
        again, such as customers and webhook endpoints.
      </p>
      <Part id="before" title="Before the first payment">
        <ul className="list-disc pl-5">
          <li>Keep live keys out of the code, one per app, with only the permissions it needs.</li>
          <li>
            Verify the signature when the payer{' '}
            <a className="link" href="/docs/guides/client-library#return">
              returns
            </a>{' '}
            and of every{' '}
            <a className="link" href="/docs/guides/webhooks">
              webhook
            </a>
            . Ship goods on an event, never on the redirect alone: payers close tabs.
          </li>
          <li>
            Send an{' '}
            <a className="link" href="/docs/guides/idempotency">
              Idempotency-Key
            </a>{' '}
            with every write, and retry with the same one.
          </li>
          <li>
            Decide on <C>payment_capture</C>: authorizations that aren't captured in time expire and the money
            returns to the payer.
          </li>
          <li>
            Try every card in the{' '}
            <a className="link" href="/docs/guides/test-data#declines">
              table of declines
            </a>
            : your page should let the payer try again on the same order.
          </li>
          <li>Issue a partial and a full refund, and check your books.</li>
          <li>Log the X-Request-Id of every response.</li>
        </ul>
      </Part>
      <Part id="rules" title="Stricter rules in live mode">
        <ul className="list-disc pl-5">
          <li>Webhooks are sent to public https URLs only.</li>
          <li>
            Payments are made on the checkout page; <C>POST /v1/payments/create/json</C> and <C>/upi</C>{' '}
            return{' '}
            <a className="link mono" href="/docs/errors#test_mode_only">
              test_mode_only
            </a>
            .
          </li>
          <li>
            The operator must have configured an acquirer; otherwise payments fail with{' '}
            <a className="link mono" href="/docs/errors#acquirer_not_configured">
              acquirer_not_configured
            </a>
            .
          </li>
        </ul>
      </Part>
      <Part id="first" title="The first live order">
        <p>Replace the test key, and send the payer to the checkout page of the order.</p>
        <CodeSample name="client-curl" reader={reader} />
      </Part>
    </>
  )
}
