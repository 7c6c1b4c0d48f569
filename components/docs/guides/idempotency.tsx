import { C, CodeSample, Facts, type GuideProps, Part } from './prose.tsx'

export function Idempotency({ reader }: GuideProps) {
  return (
    <>
      <p>
        A request that timed out may have succeeded. Send an <C>Idempotency-Key</C> with every POST and PATCH,
        and retry with the same key: the request runs once, and you get the first response byte for byte.
      </p>
      <CodeSample name="idempotency-node" reader={reader} />
      <Part id="answers" title="Responses">
        <Facts
          caption="Responses to a repeated request"
          heads={['Repeat', 'Response']}
          rows={[
            [
              'Same key, same body',
              <>
                The first response, with <C>Idempotency-Replayed: true</C>.
              </>,
            ],
            [
              'Same key, different body',
              <>
                409{' '}
                <a className="link" href="/docs/errors#idempotency_key_reused">
                  idempotency_key_reused
                </a>
              </>,
            ],
            [
              'While the first request is in progress',
              <>
                409{' '}
                <a className="link" href="/docs/errors#idempotency_key_in_use">
                  idempotency_key_in_use
                </a>
              </>,
            ],
            ['After a 5xx', 'The request runs again: server errors are not stored.'],
          ]}
        />
      </Part>
      <Part id="keys" title="Choosing a key">
        <p>
          Use 1 to 255 visible ASCII characters. Create a random UUID before the first attempt and keep it for
          retries. Idempotency keys belong to the API key that sent them and the keys it is rotated to, and
          are kept for at least 24 hours. The same idempotency key sent with another API key is a different
          request. The headers <C>X-Refund-Idempotency</C>, <C>X-Transfer-Idempotency</C> and{' '}
          <C>X-Payout-Idempotency</C> are also accepted.
        </p>
      </Part>
    </>
  )
}
