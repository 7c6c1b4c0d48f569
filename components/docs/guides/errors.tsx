import { Code } from '#components/docs/code.tsx'
import { C, Facts, type GuideProps, Part, Program } from './prose.tsx'

const BODY = {
  error: {
    code: 'BAD_REQUEST_ERROR',
    description: 'An order is at least 100 in the smallest subunit (₹1.00).',
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
      <p>Every answer of 4xx and 5xx has this body, whatever went wrong.</p>
      <Code code={JSON.stringify(BODY, null, 2)} label="JSON" />
      <Part id="members" title="What to use each member for">
        <Facts
          caption="Members of an error"
          heads={['Member', 'Use']}
          rows={[
            [
              <C key="1">reason</C>,
              <>
                Decide by it. It is from a closed list:{' '}
                <a className="link" href="/docs/errors">
                  all reasons
                </a>
                .
              </>,
            ],
            [<C key="2">description</C>, 'Show it, log it. It says what to do next; its words may change.'],
            [<C key="3">field</C>, 'Put the message beside this input: transfers.0.amount.'],
            [<C key="4">metadata</C>, 'Ids that help, such as payment_id of a declined payment.'],
            [
              <C key="5">code</C>,
              'BAD_REQUEST_ERROR, GATEWAY_ERROR or SERVER_ERROR: what stock clients throw by.',
            ],
          ]}
        />
      </Part>
      <Part id="code" title="In a program">
        <Program name="errors-node" reader={reader} />
      </Part>
      <Part id="repeat" title="What to repeat">
        <Facts
          caption="Which answers to repeat"
          heads={['Status', 'Do']}
          rows={[
            ['400, 403, 404', 'Do not repeat. Correct the request.'],
            ['401', 'Do not repeat. Check the key and its mode.'],
            ['409', 'Look at the reason: wait and repeat, or take a new key.'],
            [
              '429, 503',
              <>
                Repeat after the seconds in <C>Retry-After</C>.
              </>,
            ],
            ['500, 502, no answer', 'Repeat with the same idempotency key, with growing pauses.'],
          ]}
        />
        <p>
          Every answer carries <C>X-Request-Id</C>. Log it: with it anybody can find the request again.
        </p>
      </Part>
    </>
  )
}
