import { cookies } from 'next/headers'
import { z } from 'zod'
import type { PayMethod, StoredName } from '#components/checkout/pay-state.ts'
import { CheckoutReturn, RETURN_COOKIE } from '#lib/domain/orders/open-checkout.ts'
import { env } from '#lib/process/env.ts'
import { DETAILS_COOKIE, PayerDetails } from '#lib/values/payer-details.ts'
import { DAY } from '#lib/values/time.ts'

const Contacts = z.object({ email: z.string().max(64), contact: z.string().max(24) }).partial()

/** The payer's details, kept while they try to pay one order, with the notes of its address. Of a card only the name on it. */
const Stored = Contacts.extend({
  name: z.string().max(100).optional(),
  notes: z.string().max(2500).optional(),
})
type Stored = z.output<typeof Stored> & { remember?: '1' }

const OF_ORDER = 'counterfoil-payer'
const OF_DEVICE = 'counterfoil-payer-details'

type Values = Partial<Record<StoredName, string>>

/** Kept in the payer's own browser, for the pages of this order only: the address of an order is no secret. */
export async function remember(orderId: string, values: Values): Promise<void> {
  const stored = Stored.safeParse(values).data ?? {}
  await set(OF_ORDER, stored, `/checkout/${orderId}`, 3600)
}

/** Kept for the payer's next orders on this device because they asked for it; otherwise forgotten. */
export async function rememberOnDevice({ remember: requested, ...values }: Values): Promise<void> {
  const contacts = Contacts.safeParse(values).data ?? {}
  if (requested === '1') await set(OF_DEVICE, contacts, '/checkout', 365 * DAY)
  else if ((await cookies()).has(OF_DEVICE)) await set(OF_DEVICE, {}, '/checkout', 0)
}

/** Kept for this server's way to a gateway, whose page is then filled in. A page of another site gets nothing. */
export async function rememberForGateway(
  url: string,
  method: PayMethod,
  { name, email, contact }: Values,
): Promise<void> {
  const { origin, pathname } = new URL(url)
  if (origin === new URL(env().BASE_URL).origin)
    await set(DETAILS_COOKIE, PayerDetails.parse({ name, email, contact, method }), pathname, 3600)
}

/** What was entered for this order; else what the payer asked this device to remember. */
export async function remembered(): Promise<Stored> {
  const device = Contacts.safeParse(await read(OF_DEVICE)).data
  const stored = Stored.safeParse(await read(OF_ORDER)).data
  return { ...device, ...stored, ...(device ? { remember: '1' as const } : {}) }
}

/** Whether this browser has sent a form for the order of the page. */
export async function hasTried(): Promise<boolean> {
  return Object.keys((await read(OF_ORDER)) ?? {}).length > 0
}

/** What the form of the merchant's site brought along in this browser (lib/surfaces/hosted-checkout.ts); null without one. */
export async function hostedReturn(): Promise<CheckoutReturn | null> {
  return CheckoutReturn.safeParse(await read(RETURN_COOKIE)).data ?? null
}

async function set(name: string, value: object, path: string, maxAge: number): Promise<void> {
  const jar = await cookies()
  const secure = env().BASE_URL.startsWith('https:')
  jar.set(name, JSON.stringify(value), { path, httpOnly: true, sameSite: 'lax', secure, maxAge })
}

async function read(name: string): Promise<object | undefined> {
  try {
    return JSON.parse((await cookies()).get(name)?.value ?? '')
  } catch {
    return undefined
  }
}
