import type { NextRequest } from 'next/server'
import { preparePayout } from '#lib/domain/payouts/create.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The balance of a wallet and the fee of a payout, for the form of a payout while it is open. */
export async function GET(request: NextRequest) {
  const customer = request.nextUrl.searchParams.get('customer') ?? ''
  const prepared = await tryRead(preparePayout, { customer })
  if (!prepared.ok) return Response.json({ error: prepared.description }, { status: prepared.status })
  const { currency, balance, fees, tax } = prepared.value
  return Response.json({ currency, balance, fees, tax }, { headers: { 'Cache-Control': 'no-store' } })
}
