import { rest } from '#e2e/ui/checkout/payer.ts'
import { type Customer, makeCustomer } from '#e2e/ui/customers/make.ts'

type Made = { id: string }

/** A customer with this wallet balance. The number is a valid Indian mobile number. */
export async function makeHolder(amount: number): Promise<Customer> {
  const tail = String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
  const customer = await makeCustomer({ contact: `+91987${tail}`, name: `Holder ${tail}` })
  await rest<Made>('/transfers', { customer_id: customer.id, amount, currency: 'INR' })
  return customer
}

/** A fund account of a customer; the simulated bank returns payouts to a number that ends in 000. */
export function makeAccount(customer: Customer, account_number: string): Promise<Made> {
  return rest<Made>('/fund_accounts', {
    customer_id: customer.id,
    account_type: 'bank_account',
    bank_account: { name: customer.name, ifsc: 'HDFC0000001', account_number },
  })
}

export function makePayout(customer: Customer, account: Made, amount: number): Promise<Made> {
  return rest<Made>(`/customers/${customer.id}/payouts`, {
    fund_account_id: account.id,
    amount,
    currency: 'INR',
    purpose: 'payout',
    reference_id: `=${amount}`,
  })
}

/** The wallet balance of a customer. */
export async function balanceOf(customer: Customer): Promise<number> {
  return (await rest<{ balance: number }>(`/customers/${customer.id}/balance`)).balance
}

/** A unique number. */
export function someNumber(end = ''): string {
  const digits = String(Math.floor(Math.random() * 1e10)).padStart(10, '0')
  return `50${digits}${end || '71'}`
}
