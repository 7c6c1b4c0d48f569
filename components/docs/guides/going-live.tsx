import { C, type GuideProps, Part, Program } from './prose.tsx'

export function GoingLive({ reader }: GuideProps) {
  return (
    <>
      <p>
        Live mode is the same address with another key. The two modes share no record: create again what you
        need, such as customers and webhook endpoints.
      </p>
      <Part id="before" title="Before the first payment">
        <ul className="list-disc pl-5">
          <li>
            Keep live keys apart from the code, one for each program, with only the permissions that it needs.
          </li>
          <li>
            Verify the signature when the payer{' '}
            <a className="link" href="/docs/guides/client-library#return">
              comes back
            </a>{' '}
            and of every{' '}
            <a className="link" href="/docs/guides/webhooks">
              webhook
            </a>
            . Ship goods on an event, never on the return alone: payers close tabs.
          </li>
          <li>
            Send an{' '}
            <a className="link" href="/docs/guides/idempotency">
              Idempotency-Key
            </a>{' '}
            with every write, and repeat with the same one.
          </li>
          <li>
            Decide on <C>payment_capture</C>: what is authorized and not captured in time goes back to the
            payer.
          </li>
          <li>
            Try every card of the{' '}
            <a className="link" href="/docs/guides/test-data#declines">
              table of declines
            </a>
            : your page lets the payer try again on the same order.
          </li>
          <li>Refund in part and in full, and look at what your books say.</li>
          <li>Log X-Request-Id of every answer.</li>
        </ul>
      </Part>
      <Part id="rules" title="What is stricter in live mode">
        <ul className="list-disc pl-5">
          <li>Webhooks go to https and to public addresses only.</li>
          <li>
            Payments are made on the checkout page; <C>POST /v1/payments/create/json</C> and <C>/upi</C>{' '}
            answer{' '}
            <a className="link mono" href="/docs/errors#test_mode_only">
              test_mode_only
            </a>
            .
          </li>
          <li>
            The operator must have configured an acquirer; otherwise{' '}
            <a className="link mono" href="/docs/errors#acquirer_not_configured">
              acquirer_not_configured
            </a>
            .
          </li>
        </ul>
      </Part>
      <Part id="first" title="The first live order">
        <p>Replace the test key, and send the payer to the checkout page of the order.</p>
        <Program name="client-curl" reader={reader} />
      </Part>
    </>
  )
}
