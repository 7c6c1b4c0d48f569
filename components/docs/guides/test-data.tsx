import { C, CodeSample, Facts, type GuideProps, Part } from './prose.tsx'

const number = (digits: string) => <C key={digits}>{digits}</C>
const reason = (name: string) => (
  <a key={name} className="link mono" href={`/docs/errors#${name}`}>
    {name}
  </a>
)

export function TestData({ reader }: GuideProps) {
  return (
    <>
      <p>
        Test mode uses a bank simulator with fixed outcomes. Use any future expiry date and any 3-digit CVV (4
        digits for American Express). No real money moves.
      </p>
      <Part id="cards" title="Successful cards">
        <Facts
          caption="Successful cards"
          heads={['Number', 'Network']}
          rows={[
            [number('4100280000001007'), 'Visa'],
            [number('5500670000001002'), 'Mastercard'],
            [number('6527658900001005'), 'RuPay'],
            [number('36082800091007'), 'Diners Club'],
            [number('340256000401007'), 'American Express'],
            [number('5555555555554444'), 'Mastercard, international'],
            [number('4012888888881881'), 'Visa, international'],
          ]}
        />
      </Part>
      <Part id="declines" title="Failing cards, by reason">
        <Facts
          caption="Failing cards"
          heads={['Visa', 'Mastercard', 'Reason']}
          rows={[
            [number('4100280000090000'), number('5305620000060000'), reason('payment_timed_out')],
            [number('4100280000080001'), number('5305620000050001'), reason('insufficient_funds')],
            [number('4100280000070002'), number('5305620000040002'), reason('payment_cancelled')],
            [number('4100280000060003'), number('5305620000030003'), reason('card_declined')],
            [
              number('4100280000030006'),
              number('5305620000000006'),
              reason('card_disabled_for_online_payments'),
            ],
            [number('4100280000010008'), number('5305620000080008'), reason('card_number_invalid')],
            [number('4100280000020007'), number('5305620000090007'), reason('gateway_technical_error')],
            [number('4100280000000009'), number('5305620000070009'), reason('authentication_failed')],
          ]}
        />
        <p>
          Any other valid card number is authorized; a number with a wrong check digit fails with{' '}
          {reason('card_number_invalid')}.
        </p>
      </Part>
      <Part id="others" title="UPI, OTPs, refunds, payouts">
        <Facts
          caption="Other test data"
          heads={['Input', 'Outcome']}
          rows={[
            [<C key="1">success@upi</C>, 'Authorized.'],
            [<C key="2">failure@upi</C>, reason('payment_declined')],
            ['An OTP of 4 to 10 digits', 'Accepted. A shorter OTP fails with incorrect_otp.'],
            ['A refund that ends in 68 paise, at optimum speed', 'Processed at normal speed.'],
            ['A refund that ends in 13 paise', 'Pending, then failed.'],
            ['A payout to an account number that ends in 000', 'Reversed, with a failure_reason.'],
          ]}
        />
      </Part>
      <Part id="program" title="A complete payment in one script">
        <p>
          The checkout page of an order accepts all of these in a browser. Without a browser, in test mode
          only:
        </p>
        <CodeSample name="test-payment-node" reader={reader} />
      </Part>
    </>
  )
}
