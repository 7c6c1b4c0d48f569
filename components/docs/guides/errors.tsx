import { Code } from '#components/docs/code.tsx'
import { C, CodeSample, Facts, type GuideProps, Part } from './prose.tsx'

const BODY = {
  error: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The minimum order amount is 1.00 (100 in the smallest currency unit).',
    field: 'amount',
    source: 'business',
    step: 'NA',
    reason: 'input_validation_failed',
    metadata: {},
  },
}

export function Errors({ reader }: GuideProps) {
  return (
    <>
      <p>Every 4xx and 5xx response has this body.</p>
      <Code code={JSON.stringify(BODY, null, 2)} label="JSON" />
      <Part id="members" title="Error fields">
        <Facts
          caption="Error fields"
          heads={['Field', 'Use']}
          rows={[
            [
              <C key="1">reason</C>,
              <>
                Branch on it. It is from a closed list:{' '}
                <a className="link" href="/docs/errors">
                  all reasons
                </a>
                .
              </>,
            ],
            [
              <C key="2">description</C>,
              'Show it and log it. It says what to do next; its wording can change.',
            ],
            [<C key="3">field</C>, 'Show the message beside this input, such as transfers.0.amount.'],
            [<C key="4">metadata</C>, 'Related IDs, such as the payment_id of a declined payment.'],
            [
              <C key="5">code</C>,
              'BAD_REQUEST_ERROR, GATEWAY_ERROR or SERVER_ERROR: the exception types of existing SDKs.',
            ],
          ]}
        />
      </Part>
      <Part id="code" title="In code">
        <CodeSample name="errors-node" reader={reader} />
      </Part>
      <Part id="repeat" title="When to retry">
        <Facts
          caption="When to retry"
          heads={['Status', 'What to do']}
          rows={[
            ['400, 403, 404', "Don't retry. Correct the request."],
            ['401', "Don't retry. Check the key and its mode."],
            ['409', 'Check the reason: wait and retry, or use a new key.'],
            [
              '429, 503',
              <>
                Retry after the number of seconds in <C>Retry-After</C>.
              </>,
            ],
            ['500, 502, no response', 'Retry with the same idempotency key, with increasing delays.'],
          ]}
        />
        <p>
          Every response has an <C>X-Request-Id</C>. Log it, so that the request can be found in the request
          log. If your request has an <C>X-Request-Id</C> of its own (1 to 128 visible ASCII characters), the
          log keeps it as well: search for it in the dashboard, or filter the log by Client request ID.
        </p>
      </Part>
    </>
  )
}
