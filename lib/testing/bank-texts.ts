import fc from 'fast-check'
import { expect } from 'vitest'
import { BankFileError } from '#lib/bank-files/statement.ts'

/** Amounts of bookings, in the smallest unit of a currency. */
export const minor = fc.integer({ min: 1, max: 999_999_999_999 })

/** An amount as bank files have it: 12345 is 123.45 or 123,45. */
export function decimal(amount: number, point: string): string {
  return `${Math.floor(amount / 100)}${point}${String(amount % 100).padStart(2, '0')}`
}

/** The sentence with which a bank file is rejected. */
export function problem(run: () => unknown): string {
  try {
    run()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(BankFileError)
    return (thrown as Error).message
  }
  throw new Error('It was read.')
}
