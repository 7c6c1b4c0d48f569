import { expect, it } from 'vitest'
import type { ApprovalDetails } from '#lib/domain/approvals/schema.ts'
import { requestLines } from './request-labels.ts'

const linesOf = (operation: string, input: object, currency = 'INR') =>
  requestLines({ operation, input, currency } as ApprovalDetails, 'indian')

it('says a refund with its reason first and its amount in the currency', () => {
  const input = {
    id: 'pay_NfLw3gQ81xRt0a',
    amount: 12_345_678,
    speed: 'normal',
    receipt: null,
    notes: { desk: 'night', reason: 'Damaged in transit' },
  }
  expect(linesOf('refund_payment', input)).toEqual([
    { label: 'Reason', text: 'Damaged in transit' },
    { label: 'Amount', text: '₹1,23,456.78' },
    { label: 'Speed', text: 'Normal' },
    { label: 'Note: desk', text: 'night' },
  ])
})

it('says each of several transfers, with when it is on hold until', () => {
  const transfers = [
    {
      customer: 'cust_NfLw3gQ81xRt0a',
      amount: 100,
      currency: 'INR',
      on_hold: true,
      on_hold_until: 1_900_000_000,
    },
    { customer: 'cust_NfLw3gQ81xRt0b', amount: 250, currency: 'INR', on_hold: false },
  ]
  expect(linesOf('transfer_payment', { id: 'pay_NfLw3gQ81xRt0a', transfers })).toEqual([
    { label: '1. Customer', text: 'cust_NfLw3gQ81xRt0a' },
    { label: '1. Amount', text: '₹1.00' },
    { label: '1. On hold', text: 'Yes' },
    { label: '1. On hold until', text: '', at: 1_900_000_000 },
    { label: '2. Customer', text: 'cust_NfLw3gQ81xRt0b' },
    { label: '2. Amount', text: '₹2.50' },
    { label: '2. On hold', text: 'No' },
  ])
})

it('keeps the currency of the request, and leaves a change of limits to its table', () => {
  expect(linesOf('capture_payment', { id: 'pay_NfLw3gQ81xRt0a', amount: 500, currency: 'JPY' })).toEqual([
    { label: 'Amount', text: expect.stringContaining('500') },
  ])
  expect(linesOf('update_role', { id: 'role_NfLw3gQ81xRt0a', permissions: [] })).toEqual([])
})
