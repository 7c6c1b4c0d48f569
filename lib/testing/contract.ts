import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { exampleAddress } from '#lib/testing/example-address.ts'
import { goodCard, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Reply, type RequestOptions } from '#lib/testing/rest.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
export const published = operations.filter((operation) => operation.http !== null)
/** Uploads are tested in upload-kept.db.test.ts and upload-refused.db.test.ts. */
export const writes = published.filter(
  (operation) => operation.effect !== 'read' && operation.takes === 'json',
)
export const reads = published.filter((operation) => operation.effect === 'read')

export const methodOf = (operation: Operation) => operation.http?.split(' ')[0] ?? ''
export const pathOf = (operation: Operation) => operation.http?.split(' ')[1] ?? ''
export const named = (list: Operation[]) => list.map((operation) => [operation.name, operation] as const)

/** The path of an operation with IDs that name nothing, or with those that are given by their prefix. */
export const addressOf = (operation: Operation, ids: Partial<Record<string, string>> = {}) =>
  exampleAddress(operation, ids).address

export const parametersOf = (operation: Operation) =>
  pathOf(operation)
    .split('/')
    .filter((segment) => segment.startsWith(':'))

/** A valid body of each write, so that only the tested part is invalid. */
export function bodyOf(
  operation: Operation,
  ids: Partial<Record<string, string>> = {},
): Record<string, unknown> {
  const order_id = ids.order ?? 'order_NfLw3gQ81xRt0a'
  const paid = { ...payer, amount: 10_000, order_id }
  const customer = ids.cust ?? 'cust_NfLw3gQ81xRt0a'
  const bodies: Record<string, Record<string, unknown>> = {
    create_order: { amount: 10_000, currency: 'INR' },
    create_payment: { ...paid, method: 'card', card: goodCard },
    create_upi_payment: { ...paid, vpa: 'success@upi' },
    capture_payment: { amount: 10_000 },
    create_refund: { payment_id: ids.pay ?? 'pay_NfLw3gQ81xRt0a' },
    refund_payment: {},
    create_customer: { name: 'Asha Rao', email: 'asha@example.com' },
    update_customer: { name: 'Asha Rao' },
    create_bill: bill,
    update_bill: { store_code: 'S1' },
    delete_bill: {},
    transfer_payment: { transfers: [{ customer, amount: 100, currency: 'INR' }] },
    create_transfer: { customer, amount: 100, currency: 'INR' },
    update_transfer: { on_hold: false },
    reverse_transfer: {},
    create_wallet_payment: {
      ...paid,
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: customer,
    },
    create_fund_account: { customer_id: customer, account_type: 'bank_account', bank_account },
    update_fund_account: { active: true },
    create_payout: {
      fund_account_id: ids.fa ?? 'fa_NfLw3gQ81xRt0a',
      purpose: 'refund',
      amount: 100,
      currency: 'INR',
    },
    create_webhook: hook,
    update_webhook: { active: true },
    delete_webhook: {},
  }
  return bodies[operation.name] ?? { notes: { a: 'b' } }
}

export const hook = { url: 'http://127.0.0.1:9/hook', events: ['*'] }

export const bank_account = { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '123456789012' }

/** The least that a bill is. */
export const bill = {
  business_type: 'retail',
  business_category: 'other_services',
  receipt_timestamp: 1_781_505_000,
  receipt_number: 'R-1',
  receipt_type: 'sales_return_invoice',
  receipt_delivery: 'print',
  receipt_summary: { total_quantity: 1, currency: 'INR', net_payable_amount: 10_000 },
  line_items: [{ name: 'Tea', quantity: 1, total_amount: 10_000 }],
  payments: [{ method: 'cash', currency: 'INR', amount: 10_000 }],
}

/** An instance, its interface, and a way to call any operation with a body that it takes. */
export async function openContract() {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const instance = await openInstance({ settings: { DATA_DIR: folder } })
  const rest = await openRest(instance)
  return {
    instance,
    rest,
    call: (operation: Operation, options: RequestOptions = {}, ids: Partial<Record<string, string>> = {}) =>
      rest.call(
        methodOf(operation),
        addressOf(operation, ids),
        operation.effect === 'read' || options.body !== undefined || options.form !== undefined
          ? options
          : { json: bodyOf(operation, ids), ...options },
      ),
    async close(): Promise<void> {
      await instance.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Exactly the properties of the error table, a reason of the closed list, and the row that the reason has there. */
export function expectError(response: Reply, status: number, reason: string): void {
  expect(response.body, `${status} ${reason}, not ${response.status} ${response.text}`).toEqual({
    error: expect.anything(),
  })
  const { error } = response
  expect({ status: response.status, reason: error.reason }).toEqual({ status, reason })
  const row = REASONS[error.reason as keyof typeof REASONS]
  expect(row).toBeDefined()
  const fields = [
    'code',
    'description',
    ...('field' in error ? ['field'] : []),
    'source',
    'step',
    'reason',
    'metadata',
  ]
  expect(Object.keys(error)).toEqual(fields)
  expect(error).toMatchObject({ code: row.code, source: row.source, step: row.step })
  expect(error.description).toMatch(/^[^\s].*[.)]$/s)
  expect(Object.values(error.metadata).every((value) => typeof value === 'string')).toBe(true)
  expect(error.description).not.toMatch(/prisma|postgres|SELECT|INSERT|node_modules|\.ts\b|at Object/i)
  expectHeaders(response)
}

/** The common headers of every API response. */
export function expectHeaders(response: Reply): void {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{14}$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
}
