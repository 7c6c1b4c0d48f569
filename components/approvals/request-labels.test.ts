import { expect, it } from 'vitest'
import { REQUEST_KINDS } from '#lib/domain/approvals/list.ts'
import {
  APPROVABLE,
  type ApprovableOperation,
  type ApprovalDetails,
  isLooserRequest,
  LOOSER,
} from '#lib/domain/approvals/schema.ts'
import { operations } from '#lib/domain/operations.ts'
import { OPERATION_LABELS } from './approval-labels.ts'
import { requestLines } from './request-labels.ts'

type Input = { amount?: number; [name: string]: unknown }
const linesOf = (operation: string, input: Input, currency = 'INR', amount = input.amount) =>
  requestLines({ operation, input, currency, amount } as ApprovalDetails, 'indian')

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

it('says what remains of the payment after a refund, and the threshold that it is above', () => {
  const input = { id: 'pay_NfLw3gQ81xRt0a', amount: 50_000, expected_refundable: 125_000 }
  const approval = { operation: 'refund_payment_if_unchanged', input, currency: 'INR', amount: 50_000 }
  const lines = requestLines({ ...approval, threshold: 30_000 } as unknown as ApprovalDetails, 'indian')
  expect(lines.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Amount: ₹500.00',
    'Refundable when requested: ₹1,250.00',
    'Refundable afterwards: ₹750.00',
    'Approval threshold: ₹300.00',
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

type Money = Exclude<ApprovableOperation, (typeof LOOSER)[number]>
type Requested = { amount: number; input: Input; lines: string[] }

const transfer = {
  amount: 123_450,
  currency: 'INR',
  notes: {},
  linked_account_notes: ['order'],
  on_hold: false,
}
const refund: Requested = {
  amount: 123_450,
  input: { amount: 123_450, speed: 'optimum', receipt: 'RF-81', notes: {} },
  lines: ['Amount: ₹1,234.50', 'Speed: Optimum', 'Receipt: RF-81'],
}

/** Each request that moves money, as it is held, with all that a person reads of it. */
const REQUESTS: Record<Money, Requested> = {
  capture_payment: {
    amount: 123_450,
    input: { id: 'pay_NfLw3gQ81xRt0a', amount: 123_450, currency: 'INR' },
    lines: ['Amount: ₹1,234.50'],
  },
  refund_payment: refund,
  create_refund: { ...refund, input: { ...refund.input, payment_id: 'pay_NfLw3gQ81xRt0a' } },
  refund_payment_if_unchanged: {
    ...refund,
    input: { ...refund.input, expected_refundable: 500_000 },
    lines: [...refund.lines, 'Refundable when requested: ₹5,000.00', 'Refundable afterwards: ₹3,765.50'],
  },
  transfer_payment: {
    amount: 123_450,
    input: { id: 'pay_NfLw3gQ81xRt0a', transfers: [{ customer: 'cust_NfLw3gQ81xRt0a', ...transfer }] },
    lines: [
      'Customer: cust_NfLw3gQ81xRt0a',
      'Amount: ₹1,234.50',
      'Notes that the recipient sees: order',
      'On hold: No',
    ],
  },
  create_transfer: {
    amount: 123_450,
    input: { customer_id: 'cust_NfLw3gQ81xRt0a', ...transfer, linked_account_notes: [] },
    lines: ['Amount: ₹1,234.50', 'On hold: No'],
  },
  update_transfer: {
    amount: 123_450,
    input: { id: 'trf_NfLw3gQ81xRt0a', on_hold: false },
    lines: ['On hold: No', 'Amount: ₹1,234.50'],
  },
  reverse_transfer: {
    amount: 123_450,
    input: { id: 'trf_NfLw3gQ81xRt0a', amount: 123_450, notes: {} },
    lines: ['Amount: ₹1,234.50'],
  },
  create_payout: {
    amount: 124_040,
    input: {
      id: 'cust_NfLw3gQ81xRt0a',
      fund_account_id: 'fa_NfLw3gQ81xRt0a',
      purpose: 'refund',
      amount: 123_450,
      currency: 'INR',
      notes: {},
      narration: 'Test Stores refund',
    },
    lines: [
      'Fund account: fa_NfLw3gQ81xRt0a',
      'Purpose: refund',
      'Amount: ₹1,234.50',
      'Narration: Test Stores refund',
      'Total with fees and tax: ₹1,240.40',
    ],
  },
  create_wallet_payment: {
    amount: 123_450,
    input: {
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: 'cust_NfLw3gQ81xRt0a',
      order_id: 'order_NfLw3gQ81xRt0a',
      amount: 123_450,
      currency: 'INR',
      contact: '+919876543210',
      email: 'payer@example.com',
      notes: {},
    },
    lines: [
      'Order: order_NfLw3gQ81xRt0a',
      'Amount: ₹1,234.50',
      'Contact: +919876543210',
      'Email: payer@example.com',
    ],
  },
}

it.each(Object.entries(REQUESTS))(
  '%s is said in words, its amounts in the currency',
  (operation, options) => {
    const lines = linesOf(operation, options.input, 'INR', options.amount).map(
      ({ label, text }) => `${label}: ${text}`,
    )
    expect(lines).toEqual(options.lines)
    const read = lines.join(' ')
    for (const paise of ['123450', '124040', '500000', '[', '{']) expect(read).not.toContain(paise)
  },
)

it('covers every operation that can wait for approval, each with its label and its kind', () => {
  const pending = operations.filter(({ movesMoney, loosensLimits }) => movesMoney || loosensLimits)
  const names = pending.map(({ name }) => name).sort()
  expect(Object.keys(APPROVABLE).sort()).toEqual(names)
  expect([...Object.keys(REQUESTS), ...LOOSER].sort()).toEqual(names)
  expect(Object.keys(OPERATION_LABELS).sort()).toEqual(names)
  const kinds: string[] = Object.values(REQUEST_KINDS).flatMap((kind) => [...kind.operations])
  expect(kinds.sort()).toEqual(names)
  expect(names.filter(isLooserRequest)).toEqual([...LOOSER].sort())
})
