import { z } from 'zod'
import { ALPHABET, randomText } from './random-text.ts'

/** The kinds of things that have an identifier, and the prefix that each wears. */
export const PREFIXES = {
  account: 'acc',
  approval: 'apr',
  audit: 'aud',
  bank_operation: 'bop',
  bill: 'bill',
  card: 'card',
  customer: 'cust',
  customer_transaction: 'ctxn',
  document: 'doc',
  event: 'evt',
  fund_account: 'fa',
  grant_spending: 'gsp',
  ledger_transaction: 'ltx',
  mail: 'mail',
  merchant: 'mer',
  order: 'order',
  payment: 'pay',
  payout: 'pout',
  refund: 'rfnd',
  request: 'req',
  reversal: 'rvrsl',
  session: 'ses',
  transfer: 'trf',
  user: 'usr',
  wallet_code: 'wco',
  webhook: 'whk',
  webhook_attempt: 'att',
} as const
export type Kind = keyof typeof PREFIXES

const EPOCH = BigInt(Date.UTC(2014, 0, 1)) * 1_000_000n
let last = 0n

/**
 * A new identifier: prefix, underscore, ten base62 characters of nanoseconds since 2014, four random ones. Ids sort
 * by creation time, and two made in one process never collide: the clock part only moves forward when `at` is the
 * current time. Across processes the primary key decides.
 * @param at in milliseconds; a time in the past (the demo data) gets an id that sorts there.
 */
export function newId(kind: Kind, at: number): string {
  let nanoseconds = BigInt(Math.round(at * 1000)) * 1000n - EPOCH
  if (nanoseconds <= last && last - nanoseconds < 1_000_000_000n) nanoseconds = last + 1n
  last = nanoseconds
  return `${PREFIXES[kind]}_${base62(nanoseconds)}${randomText(4)}`
}

/** Ten characters. Arithmetic of bigints is slow, so the value is divided once, into halves that numbers hold. */
function base62(value: bigint): string {
  return fiveOf(Number(value / HALF)) + fiveOf(Number(value % HALF))
}
const HALF = 62n ** 5n

function fiveOf(value: number): string {
  let text = ''
  for (let rest = value; text.length < 5; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text
  return text
}

/** The schema of an id that a caller sends: a malformed one is a 400, an unknown one a 404. */
export function Id(kind: Kind) {
  const prefix = PREFIXES[kind]
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9A-Za-z]{14}$`),
      `Invalid ${kind.replace('_', ' ')} ID. It must look like ${prefix}_ followed by 14 letters or digits.`,
    )
    .meta({ description: `ID with the prefix ${prefix}_.` })
}
