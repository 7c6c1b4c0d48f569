import { C, Facts, type GuideProps, Part, Program } from './prose.tsx'

export function Idempotency({ reader }: GuideProps) {
  return (
    <>
      <p>
        A request that timed out may have been done. Send an <C>Idempotency-Key</C> with every POST and PATCH,
        and repeat with the same key: the effect happens once, and you get the first answer byte for byte.
      </p>
      <Program name="idempotency-node" reader={reader} />
      <Part id="answers" title="What is answered">
        <Facts
          caption="Answers to a repeated request"
          heads={['The repeat', 'Answer']}
          rows={[
            [
              'Same key, same body',
              <>
                The first answer, with <C>Idempotency-Replayed: true</C>.
              </>,
            ],
            [
              'Same key, other body',
              <>
                409{' '}
                <a className="link" href="/docs/errors#idempotency_key_reused">
                  idempotency_key_reused
                </a>
              </>,
            ],
            [
              'While the first is running',
              <>
                409{' '}
                <a className="link" href="/docs/errors#idempotency_key_in_use">
                  idempotency_key_in_use
                </a>
              </>,
            ],
            ['After a 5xx', 'Done anew: faults are not kept.'],
          ]}
        />
      </Part>
      <Part id="keys" title="Choosing a key">
        <p>
          1 to 255 visible ASCII characters. A random UUID for each thing that is to happen once, made before
          the first attempt and kept with it. Idempotency keys belong to the API key that sent them and the
          keys it is rotated to, and are kept for at least 24 hours. The same key sent with another API key is
          another request. The headers <C>X-Refund-Idempotency</C>, <C>X-Transfer-Idempotency</C> and{' '}
          <C>X-Payout-Idempotency</C> are read as well.
        </p>
      </Part>
    </>
  )
}
