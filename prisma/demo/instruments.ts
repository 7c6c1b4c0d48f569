import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'
import type { Shopper } from './catalogue.ts'
import type { Random } from './random.ts'

const banks = Object.keys(BANKS) as (keyof typeof BANKS)[]
const wallets = Object.keys(WALLETS) as (keyof typeof WALLETS)[]

type Card = { number: string; expiry_month: string; expiry_year: string; cvv: string }

/** The payment method of a payer, as the operations take it. */
export type Instrument =
  | { method: 'card'; card: Card; otp?: string }
  | { method: 'upi'; vpa: string }
  | { method: 'netbanking'; bank: keyof typeof BANKS }
  | { method: 'wallet'; wallet: keyof typeof WALLETS }

/** Cards that the bank accepts: those that are published, and one of each network that has none among them. */
export const GOOD_CARDS = [
  { number: '4100280000001007', weight: 8 },
  { number: '5500670000001002', weight: 7 },
  { number: '6527658900001005', weight: 7 },
  { number: '36082800091007', weight: 1 },
  { number: '340256000401007', weight: 2 },
  { number: '5555555555554444', weight: 1 },
  { number: '5105105105105100', weight: 1 },
  { number: '4012888888881881', weight: 1 },
  { number: '6304000000000000', weight: 1 },
  { number: '6011000000000004', weight: 1 },
  { number: '3528000700000000', weight: 1 },
] as const

/** How often a method is used, and the most that people pay with it at once, in paise: the dearest from a bank account. */
const METHODS = [
  { method: 'upi', limit: 10_000_000, weight: 46 },
  { method: 'card', limit: 50_000_000, weight: 34 },
  { method: 'netbanking', limit: Infinity, weight: 12 },
  { method: 'wallet', limit: 1_000_000, weight: 8 },
] as const

/** Something that an Indian shopper pays an amount with, and that the bank accepts. */
export function instrumentOf(random: Random, shopper: Shopper, amount: number, year: number): Instrument {
  const { method } = random.weighted(METHODS.filter(({ limit }) => amount <= limit))
  switch (method) {
    case 'card':
      return cardOf(random.weighted(GOOD_CARDS).number, year, shopper.number)
    case 'upi':
      return upiOf(shopper)
    case 'netbanking':
      return { method, bank: bankOf(random) }
    case 'wallet':
      return { method, wallet: random.one(wallets) }
  }
}

/** The UPI id of a shopper. The bank has no rule for it, so the payer is asked, and agrees. */
function upiOf(shopper: Shopper): Instrument {
  return { method: 'upi', vpa: `${shopper.email.slice(0, shopper.email.indexOf('@'))}@examplebank` }
}

function bankOf(random: Random): keyof typeof BANKS {
  return random.one(banks)
}

/** Something that can be paid back to at once: a card of the country, UPI, or a bank account. */
export function instantOf(random: Random): (year: number, shopper: Shopper) => Instrument {
  const bank = bankOf(random)
  return random.one<(year: number, shopper: Shopper) => Instrument>([
    (year, shopper) => cardOf('4100280000001007', year, shopper.number),
    (year, shopper) => cardOf('6527658900001005', year, shopper.number),
    (_year, shopper) => upiOf(shopper),
    (_year, shopper) => upiOf(shopper),
    () => ({ method: 'netbanking', bank }),
  ])
}

/** Something that the payer is asked about on a page of the bank. */
export function atBankOf(random: Random): () => Instrument {
  const bank = bankOf(random)
  return random.chance(0.5)
    ? () => ({ method: 'netbanking', bank })
    : () => ({ method: 'wallet', wallet: 'amazonpay' })
}

/** @param year the year of the purchase: the card is good for two to five more */
export function cardOf(number: string, year: number, variety = 0): Instrument & { method: 'card' } {
  const cvv = number.startsWith('34') ? '1234' : '123'
  const expiry_month = String((variety % 12) + 1).padStart(2, '0')
  return {
    method: 'card',
    card: { number, cvv, expiry_month, expiry_year: String(year + 2 + (variety % 4)) },
  }
}

/** One of everything that the bank accepts: cards of every network, banks and wallets. */
export const EVERY_INSTRUMENT: readonly ((year: number) => Instrument)[] = [
  ...GOOD_CARDS.map(
    ({ number }, index) =>
      (year: number) =>
        cardOf(number, year, index),
  ),
  ...banks.map((bank) => () => ({ method: 'netbanking' as const, bank })),
  ...wallets.map((wallet) => () => ({ method: 'wallet' as const, wallet })),
]

/** How to cause each decline of the bank; `year` is that of the purchase. */
export const DECLINES: Record<string, (year: number) => Instrument> = {
  payment_timed_out: (year) => cardOf('4100280000090000', year),
  insufficient_funds: (year) => cardOf('5305620000050001', year),
  payment_cancelled: (year) => cardOf('4100280000070002', year),
  card_declined: (year) => cardOf('4100280000050004', year),
  card_disabled_for_online_payments: (year) => cardOf('5305620000000006', year),
  card_number_invalid: (year) => cardOf('4100280000010008', year),
  gateway_technical_error: (year) => cardOf('5305620000090007', year),
  authentication_failed: (year) => cardOf('4100280000000009', year),
  card_expired: (year) => cardOf('5500670000001002', year - 4),
  incorrect_otp: (year) => ({ ...cardOf('6527658900001005', year), otp: '12' }),
  payment_declined: () => ({ method: 'upi', vpa: 'failure@upi' }),
}
