import { C, type GuideProps, Part, Program } from './prose.tsx'

export function ClientLibrary({ reader }: GuideProps) {
  return (
    <>
      <p>
        The interface is the one that stock client libraries speak. Install the library of your language, give
        it a test key, and change its host. Everything else stays as its own documentation has it.
      </p>
      <Part id="node" title="Node">
        <p>
          <C>npm install razorpay</C>
        </p>
        <Program name="client-node" reader={reader} />
      </Part>
      <Part id="python" title="Python">
        <p>
          <C>pip install razorpay</C>
        </p>
        <Program name="client-python" reader={reader} />
      </Part>
      <Part id="php" title="PHP">
        <p>
          <C>composer require razorpay/razorpay</C>
        </p>
        <Program name="client-php" reader={reader} />
      </Part>
      <Part id="ruby" title="Ruby">
        <p>
          <C>gem install razorpay</C>
        </p>
        <Program name="client-ruby" reader={reader} />
      </Part>
      <Part id="anything-else" title="Anything else">
        <p>
          Any program that speaks HTTP will do: Basic authentication with key id and secret, JSON or a form
          with brackets. The{' '}
          <a href="/openapi.json" className="link">
            OpenAPI document
          </a>{' '}
          makes a client for most languages.
        </p>
        <Program name="client-curl" reader={reader} />
      </Part>
      <Part id="return" title="When the payer comes back">
        <p>
          The checkout page returns the payer to <C>callback_url</C> with <C>service_order_id</C>,{' '}
          <C>service_payment_id</C> and <C>service_signature</C>: a handler that was written for other names
          changes the three and nothing else. Verify the signature before you believe it.
        </p>
        <Program name="payment-signature" reader={reader} file="Node, signature of the return" />
      </Part>
    </>
  )
}
