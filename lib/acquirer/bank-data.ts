import { createHash } from 'node:crypto'
import type { BankData, Instrument } from '#lib/ports/acquirer-protocol.ts'

export type BankMethod = Instrument['method']

/** The references that a simulated bank gives with an authorization: always the same for the same reference of ours. */
export function authorizationData(reference: string, method: BankMethod): BankData {
  if (method === 'card')
    return { auth_code: digits(reference, 'auth_code', 6), rrn: digits(reference, 'rrn', 12) }
  if (method === 'upi') return { rrn: digits(reference, 'rrn', 12) }
  return { utr: letters(reference, 'utr', 22) }
}

/** The reference that a simulated bank gives with a refund: by the way that the money takes. */
export function refundData(reference: string, method: BankMethod, speed: 'instant' | 'normal'): BankData {
  if (speed === 'instant' || method === 'upi') return { rrn: digits(reference, 'rrn', 12) }
  if (method === 'card') return { arn: digits(reference, 'arn', 23) }
  return { utr: letters(reference, 'utr', 22) }
}

/** The reference that a simulated bank gives a payout. */
export function payoutUtr(reference: string): string {
  return letters(reference, 'utr', 22)
}

function digits(reference: string, purpose: string, count: number): string {
  return (digest(reference, purpose) % 10n ** BigInt(count)).toString().padStart(count, '0')
}

/** Capitals and digits. */
function letters(reference: string, purpose: string, count: number): string {
  return (digest(reference, purpose) % 36n ** BigInt(count)).toString(36).toUpperCase().padStart(count, '0')
}

function digest(reference: string, purpose: string): bigint {
  return BigInt(`0x${createHash('sha256').update(`${purpose} ${reference}`).digest('hex')}`)
}
