import { z } from 'zod'
import { ALPHABET, randomText } from './random-text.ts'

/** The kinds of objects with an ID, and their prefixes. */
export const PREFIXES = {
  account: 'acc',
  account_export: 'exp',
  acquirer: 'acq',
  acquirer_call: 'acl',
  alert: 'alt',
  approval: 'apr',
  audit: 'aud',
  backup: 'bak',
  bank_operation: 'bop',
  bank_line: 'bkl',
  bank_statement: 'bst',
  bank_statement_draft: 'bsd',
  batch: 'bat',
  bill: 'bill',
  card: 'card',
  closure: 'clo',
  comment: 'cmt',
  customer: 'cust',
  customer_transaction: 'ctxn',
  document: 'doc',
  event: 'evt',
  export_schedule: 'xsc',
  fund_account: 'fa',
  gateway_difference: 'gdf',
  gateway_import: 'imp',
  grant_spending: 'gsp',
  invitation: 'inv',
  ledger_transaction: 'ltx',
  mail: 'mail',
  merchant: 'mer',
  order: 'order',
  payment: 'pay',
  password_reset: 'pwr',
  passkey: 'psk',
  payout: 'pout',
  refund: 'rfnd',
  request: 'req',
  reversal: 'rvrsl',
  role: 'role',
  scheduled_export: 'xfl',
  session: 'ses',
  sign_in_link: 'sil',
  settlement: 'setl',
  transfer: 'trf',
  user: 'usr',
  wallet_code: 'wco',
  webhook: 'whk',
  webhook_attempt: 'att',
  view: 'view',
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

/**
 * The IDs of a kind that were made in a period, as a range of text (`from <= id < end`): where IDs are a primary key, it finds
 * what was created in the period without another index. It is a little wider than the period, so compare the timestamps, too.
 * @param from in Unix seconds, included, as is `to`
 */
export function idsBetween(kind: Kind, from: number, to: number): { from: string; end: string } {
  const edge = (at: number) => {
    const nanoseconds = BigInt(Math.max(0, at)) * 1_000_000_000n - EPOCH
    return `${PREFIXES[kind]}_${base62(nanoseconds > 0n ? nanoseconds : 0n)}`
  }
  return { from: edge(from - SLACK), end: edge(to + 1 + SLACK) }
}
/** An ID may be of a second later than its record, when many were made at once. */
const SLACK = 2

/** Ten characters. Arithmetic with bigints is slow, so the value is split once into two numbers. */
function base62(value: bigint): string {
  return fiveOf(Number(value / HALF)) + fiveOf(Number(value % HALF))
}
const HALF = 62n ** 5n

function fiveOf(value: number): string {
  let text = ''
  for (let rest = value; text.length < 5; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text
  return text
}

/** The schema of an ID that a caller sends: a malformed one is a 400, an unknown one a 404. */
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
