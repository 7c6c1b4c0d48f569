import type { Metadata } from 'next'
import { createOrderAction } from '#app/(dashboard)/orders/actions.ts'
import { type FoundCustomer, foundOf } from '#components/customers/customer-labels.ts'
import { NoAcquirer } from '#components/orders/no-acquirer.tsx'
import { OrderForm } from '#components/orders/order-form.tsx'
import { Id } from '#components/ui/id.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { getOrderDefaults, getOrderDetails } from '#lib/domain/orders/fetch.ts'
import type { OrderDetails } from '#lib/domain/orders/schema.ts'
import { fetchAvailability } from '#lib/domain/payments/availability.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read, tryRead } from '#lib/surfaces/page.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

export const metadata: Metadata = { title: 'Create order · Orders' }

export default async function NewOrder({ searchParams }: PageProps<'/orders/new'>) {
  const [{ account, permissions }, { from, customer }] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(createOrder.permission)) deny()
  const found = typeof from === 'string' ? await tryRead(getOrderDetails, { id: from }) : null
  const original = found?.ok ? found.value : null
  const [available, defaults] = await Promise.all([read(fetchAvailability, {}), read(getOrderDefaults, {})])
  const payer = await payerOf(typeof customer === 'string' ? customer : (original?.customer_id ?? null))
  return (
    <>
      <PageHead title={original ? 'Duplicate order' : 'Create order'}>
        {original && (
          <>
            Copied, except the receipt, from <Id value={original.id} href={`/orders/${original.id}`} />
          </>
        )}
      </PageHead>
      {!available.bank && (
        <div className="mb-4">
          <NoAcquirer wallet={available.wallet} />
        </div>
      )}
      <OrderForm
        key={original?.id}
        initial={openForm({
          ...(original ? valuesOf(original) : { payment_capture: String(defaults.capture === 'automatic') }),
          customer_id: payer?.id ?? '',
        })}
        action={createOrderAction}
        currency={original?.currency ?? account.currency}
        notes={original && !Array.isArray(original.notes) ? original.notes : {}}
        customer={payer}
        merchant={account.merchant_name}
        holdLasts={inWords(account.authorization_window_seconds)}
      />
    </>
  )
}

/** How long a hold lasts, for a sentence: "3 days". */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds >= 2 * DAY
      ? [Math.floor(seconds / DAY), 'days']
      : [Math.max(1, Math.floor(seconds / HOUR)), 'hours']
  return `${count} ${unit}`
}

/** The customer of the order, or null when the URL names none that exists. */
async function payerOf(id: string | null): Promise<FoundCustomer | null> {
  const found = id === null ? null : await tryRead(fetchCustomer, { id })
  return found?.ok ? foundOf(found.value) : null
}

/** A receipt names one order, so it is not copied. */
function valuesOf(order: OrderDetails): Record<string, string> {
  const { amount, currency, first_payment_min_amount: first } = order
  return {
    amount: decimalOf(amount, currency),
    payment_capture: String(order.payment_capture),
    partial_payment: String(order.partial_payment),
    first_payment_min_amount: first === null ? '' : decimalOf(first, currency),
    callback_url: order.callback_url ?? '',
  }
}
