import { cookies } from 'next/headers'
import { z } from 'zod'
import type { KeptName } from '#components/checkout/pay-state.ts'
import { env } from '#lib/env.ts'

/** The payer's details, kept while they try to pay one order. Of a card only the name on it. */
const Kept = z
  .object({ email: z.string().max(64), contact: z.string().max(24), name: z.string().max(100).optional() })
  .partial()
type Kept = z.output<typeof Kept>

const COOKIE = 'counterfoil-payer'

/** Kept in the payer's own browser, for the pages of this order only: the address of an order is no secret. */
export async function remember(orderId: string, values: Partial<Record<KeptName, string>>): Promise<void> {
  const kept: Kept = Kept.safeParse(values).data ?? {}
  const jar = await cookies()
  jar.set(COOKIE, JSON.stringify(kept), {
    path: `/checkout/${orderId}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: env().BASE_URL.startsWith('https:'),
    maxAge: 3600,
  })
}

export async function remembered(): Promise<Kept> {
  try {
    return Kept.parse(JSON.parse((await cookies()).get(COOKIE)?.value ?? '{}'))
  } catch {
    return {}
  }
}
