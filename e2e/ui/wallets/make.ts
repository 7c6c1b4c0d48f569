import { rest } from '#e2e/ui/checkout/payer.ts'
import { type Customer, makeCustomer } from '#e2e/ui/customers/make.ts'

export type Transfer = {
  id: string
  status: string
  amount: number
  amount_reversed: number
  source: string
  recipient: string
  on_hold: boolean
  on_hold_until: number | null
  notes: Record<string, string> | never[]
}

type Entry = {
  id: string
  source: string
  type: string
  credit: number
  debit: number
  balance: number
  description: string | null
  created_at: number
}

export const fetchTransfer = (id: string) => rest<Transfer>(`/transfers/${id}`)
export const balanceOf = async (id: string) =>
  (await rest<{ balance: number }>(`/customers/${id}/balance`)).balance
export const statementOf = async (id: string) =>
  (await rest<{ items: Entry[] }>(`/customers/${id}/statement?count=100`)).items

/** Cashback for a customer, made with the demo merchant's key. */
export function giveCashback(customer_id: string, amount: number, more: object = {}): Promise<Transfer> {
  return rest<Transfer>('/transfers', { customer_id, amount, currency: 'INR', ...more })
}

/** Pays an order of its own from a wallet. */
async function payFromWallet(customer: Customer, amount: number, description?: string): Promise<string> {
  const order = await rest('/orders', { amount, currency: 'INR', payment_capture: true })
  const { service_payment_id } = await rest<{ service_payment_id: string }>('/payments/create/openwallet', {
    method: 'wallet',
    wallet: 'openwallet',
    customer_id: customer.id,
    order_id: order.id,
    amount,
    currency: 'INR',
    contact: customer.contact,
    email: customer.email,
    ...(description === undefined ? {} : { description }),
  })
  return service_payment_id
}

/** A customer whose wallet has seen a credit, a debit and a refund: ₹1,500.00, less ₹250.00, and ₹50.00 back. */
export async function makeWallet(): Promise<{ customer: Customer; transfer: Transfer; payment: string }> {
  const customer = await makeCustomer()
  const transfer = await giveCashback(customer.id, 150_000, { notes: { description: '=1+1, Diwali' } })
  const payment = await payFromWallet(customer, 25_000, 'Filter coffee')
  await rest(`/payments/${payment}/refund`, { amount: 5000 })
  return { customer, transfer, payment }
}
