import type { NextRequest } from 'next/server'
import { stateOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { staffActor } from '#lib/auth/staff.ts'
import { getPaymentDetails } from '#lib/domain/payments/fetch.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

type Context = { params: Promise<{ id: string }> }

/** The state of a payment and its refunds, for a page that waits for it to change. */
export async function GET(_request: NextRequest, { params }: Context) {
  if (!(await staffActor())) return Response.json({ error: 'signed_out' }, { status: 401 })
  const { id } = await params
  const [payment, refunds] = await Promise.all([
    tryRead(getPaymentDetails, { id }),
    tryRead(listRefundsForDashboard, { payment: id, count: 100 }),
  ])
  if (!payment.ok) return Response.json({ error: payment.reason }, { status: payment.status })
  return Response.json({ state: stateOf(payment.value, refunds.ok ? refunds.value.items : []) })
}
