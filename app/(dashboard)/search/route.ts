import { redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { objectPath } from '#lib/values/object-path.ts'

/**
 * The search box: an id redirects to its record, any other text to the matching payments, which also show matching
 * customers. A text that only customers or only orders match redirects to those, and to a single one at once. The
 * X-Request-Id of a client redirects to its requests in the log.
 */
export async function GET(request: NextRequest) {
  const typed = request.nextUrl.searchParams.get('q')?.trim().slice(0, 128) ?? ''
  const sought = typed.slice(0, 100)
  const found = objectPath(sought)
  if (found) redirect(found)
  if (sought === '') redirect('/payments')
  const [payments, customers, orders, requests] = await Promise.all([
    tryRead(listPaymentsForDashboard, { q: sought, count: 1 }),
    tryRead(listCustomersForDashboard, { q: sought, count: 1 }),
    tryRead(listOrdersForDashboard, { receipt: sought.slice(0, 40), count: 1 }),
    tryRead(listRequestsForDashboard, { client_request: typed, count: 1 }),
  ])
  const query = new URLSearchParams({ q: sought })
  const people = customers.ok ? customers.value.total : 0
  if (payments.ok && payments.value.total > 0) redirect(`/payments?${query}`)
  if (requests.ok && requests.value.total > 0) redirect(`/logs?client_request=${encodeURIComponent(typed)}`)
  // An order without an attempt has no payment that its receipt could find.
  const [order] = orders.ok ? orders.value.items : []
  if (people === 0 && orders.ok && order) {
    redirect(
      orders.value.total === 1 ? `/orders/${order.id}` : `/orders?receipt=${encodeURIComponent(sought)}`,
    )
  }
  if (people === 0) redirect(`/payments?${query}`)
  const [only] = customers.ok ? customers.value.items : []
  redirect(people === 1 && only ? `/customers/${only.id}` : `/customers?${query}`)
}
