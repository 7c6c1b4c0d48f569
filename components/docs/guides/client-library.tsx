import { C, CodeSample, type GuideProps, Part } from './prose.tsx'

export function ClientLibrary({ reader }: GuideProps) {
  return (
    <>
      <p>
        The API is compatible with existing client SDKs. Install the SDK for your language, give it a test
        key, and change its host.{' '}
        <a href="/docs/guides/real-service" className="link">
          Coming from the real service
        </a>{' '}
        lists which calls work, tested with the requests of each SDK.
      </p>
      <Part id="node" title="Node">
        <p>
          <C>npm install razorpay</C>
        </p>
        <CodeSample name="client-node" reader={reader} />
      </Part>
      <Part id="python" title="Python">
        <p>
          <C>pip install razorpay</C>
        </p>
        <CodeSample name="client-python" reader={reader} />
      </Part>
      <Part id="php" title="PHP">
        <p>
          <C>composer require razorpay/razorpay</C>
        </p>
        <CodeSample name="client-php" reader={reader} />
      </Part>
      <Part id="ruby" title="Ruby">
        <p>
          <C>gem install razorpay</C>
        </p>
        <CodeSample name="client-ruby" reader={reader} />
      </Part>
      <Part id="go" title="Go">
        <p>
          <C>go get github.com/razorpay/razorpay-go</C>
        </p>
        <CodeSample name="client-go" reader={reader} />
      </Part>
      <Part id="java" title="Java">
        <p>
          Add <C>com.razorpay:razorpay-java</C> to your build. The SDK has no setting for its host; the method{' '}
          <C>sendTo</C> replaces it once, after the client is created.
        </p>
        <CodeSample name="client-java" reader={reader} />
      </Part>
      <Part id="dotnet" title=".NET">
        <p>
          <C>dotnet add package Razorpay</C>
        </p>
        <CodeSample name="client-dotnet" reader={reader} />
      </Part>
      <Part id="anything-else" title="Anything else">
        <p>
          Any HTTP client works: Basic authentication with key ID and secret, JSON or a form with bracketed
          names. The{' '}
          <a href="/openapi.json" className="link">
            OpenAPI document
          </a>{' '}
          generates a client for most languages.
        </p>
        <CodeSample name="client-curl" reader={reader} />
      </Part>
      <Part id="checkout-url" title="What the checkout URL can carry">
        <p>
          Add <C>prefill[name]</C>, <C>prefill[email]</C> and <C>prefill[contact]</C> to fill in the
          payer&apos;s details, and <C>notes[key]</C> for notes of the payment, up to 2,500 bytes when
          encoded. Values that are invalid are left out. Notes in a URL add to the notes of the order and
          replace none, because anyone can edit a URL. A payment without notes has the notes of its order,
          unless the payment settings say otherwise.
        </p>
      </Part>
      <Part id="return" title="When the payer returns">
        <p>
          After payment, the checkout page redirects the payer to <C>callback_url</C> with{' '}
          <C>service_order_id</C>, <C>service_payment_id</C> and <C>service_signature</C>. In a handler
          written for other names, change these three names. Verify the signature before you trust the result.
        </p>
        <CodeSample name="payment-signature" reader={reader} file="Node, signature of the redirect" />
      </Part>
    </>
  )
}
