import { rest } from '#e2e/ui/checkout/payer.ts'

export type Customer = {
  id: string
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
  notes: Record<string, string> | never[]
}

/** A unique name, email and phone number. */
export function somebody() {
  const tail = String(Math.floor(Math.random() * 1e8)).padStart(8, '0')
  return {
    name: `Person ${tail}`,
    email: `person.${tail}@example.com`,
    contact: `+9198${tail}`,
    /** The number as pages show it. */
    phone: `+91 98${tail.slice(0, 3)} ${tail.slice(3)}`,
  }
}

/** A customer of the demo merchant, created with its key. */
export function makeCustomer(more: object = {}): Promise<Customer> {
  const { phone: _, ...person } = somebody()
  return rest<Customer>('/customers', { ...person, ...more })
}

export const fetchCustomer = (id: string) => rest<Customer>(`/customers/${id}`)
