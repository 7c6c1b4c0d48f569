import type { DeclineReason } from '#lib/ports/acquirer-protocol.ts'
import { describeCard, type Network } from '#lib/values/card.ts'

/**
 * The published test instruments and our own additions, as data: the simulator decides by
 * them, the checkout's test drawer offers them, and the documentation lists them.
 */

export type TestCard = {
  number: string
  network: Network
  international: boolean
  outcome: 'authorized' | DeclineReason
  /** What happens, for people. */
  sentence: string
}

const CARD_NUMBERS: [TestCard['outcome'], string, string[]][] = [
  [
    'authorized',
    'The payment succeeds.',
    [
      '4100280000001007',
      '5500670000001002',
      '6527658900001005',
      '36082800091007',
      '340256000401007',
      '5555555555554444',
      '5105105105105100',
      '4012888888881881',
    ],
  ],
  [
    'payment_timed_out',
    'The payment times out before the payer completes it.',
    ['4100280000090000', '5305620000060000'],
  ],
  ['insufficient_funds', 'Insufficient funds.', ['4100280000080001', '5305620000050001']],
  ['payment_cancelled', 'The payer cancels the payment.', ['4100280000070002', '5305620000040002']],
  [
    'card_declined',
    'The bank declines the card.',
    [
      '4100280000060003',
      '4100280000050004',
      '4100280000040005',
      '5305620000030003',
      '5305620000020004',
      '5305620000010005',
    ],
  ],
  [
    'card_disabled_for_online_payments',
    "The card isn't enabled for online payments.",
    ['4100280000030006', '5305620000000006'],
  ],
  [
    'card_number_invalid',
    'The bank rejects the card number as invalid.',
    ['4100280000010008', '5305620000080008'],
  ],
  ['gateway_technical_error', 'Bank technical error.', ['4100280000020007', '5305620000090007']],
  ['authentication_failed', 'Payer authentication fails.', ['4100280000000009', '5305620000070009']],
]

/** The published card numbers. Any expiry in the future and any security code go with them. */
export const TEST_CARDS: readonly TestCard[] = CARD_NUMBERS.flatMap(([outcome, sentence, numbers]) =>
  numbers.map((number) => {
    const { network, international } = describeCard(number)
    return {
      number,
      network,
      international,
      outcome,
      sentence: international ? `${sentence} International card.` : sentence,
    }
  }),
)

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]))

/** The published test card with a number, if it is one. */
export function testCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** How a UPI id behaves; `ask` is every id that is not in the table: the payer approves or rejects. */
type UpiBehaviour = 'authorized' | 'payment_declined' | 'late' | 'pending' | 'ask'

type TestUpiId = {
  /** An example; only what stands before the @ counts. */
  vpa: string
  outcome: Exclude<UpiBehaviour, 'ask'>
  sentence: string
}

/** The published UPI ids, and two of our own: `late` and `pending`. */
export const TEST_UPI_IDS: readonly TestUpiId[] = [
  { vpa: 'success@upi', outcome: 'authorized', sentence: 'The payment succeeds.' },
  { vpa: 'failure@upi', outcome: 'payment_declined', sentence: 'The payment is declined.' },
  {
    vpa: 'late@upi',
    outcome: 'late',
    sentence: 'The payment times out. Later, the bank reports it as authorized.',
  },
  {
    vpa: 'pending@upi',
    outcome: 'pending',
    sentence: "The payment stays pending in the payer's UPI app and is approved after a while.",
  },
]

/** The UPI app of test mode: to whom its links pay, and who pays. */
export const TEST_UPI_APP = { payee: 'counterfoil@testbank', payer: 'asha@testbank' } as const

/** How the simulator treats a UPI id. */
export function upiBehaviour(vpa: string): UpiBehaviour {
  const name = nameOf(vpa)
  return TEST_UPI_IDS.find((known) => nameOf(known.vpa) === name)?.outcome ?? 'ask'
}

function nameOf(vpa: string): string {
  return vpa.slice(0, vpa.indexOf('@')).toLowerCase()
}

/** One-time passwords: what is accepted, and one of each kind. */
export const TEST_OTPS = {
  accepted: { otp: '123456', sentence: 'Any 4 to 10 digits are accepted.' },
  refused: {
    otp: '123',
    sentence: 'An OTP with fewer than 4 digits is incorrect. After 3 attempts, the payment fails.',
  },
} as const

/** Whether the simulator takes a one-time password. */
export function isAcceptedOtp(otp: string): boolean {
  return /^\d{4,10}$/.test(otp)
}

/** Refunds whose last two digits (paise) decide what becomes of them. */
export const TEST_REFUNDS = {
  slow: {
    paise: 68,
    sentence: 'At optimum speed, an amount that ends in 68 paise falls back to normal speed.',
  },
  fails: { paise: 13, sentence: 'An amount that ends in 13 paise stays pending for a while and then fails.' },
} as const
