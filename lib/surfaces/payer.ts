import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { z } from 'zod'
import { take, takeByNetwork } from '#lib/auth/limits.ts'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { env } from '#lib/process/env.ts'
import { runtime } from '#lib/runtime.ts'
import { type FormResult, submit } from '#lib/surfaces/form.ts'
import { Id, newId } from '#lib/values/id.ts'
import { randomText } from '#lib/values/random-text.ts'

const COOKIE = 'counterfoil-wallet'

/**
 * The identity of a payer's browser, unlike others with the URL of the order: a secret in a cookie of the order's
 * pages. The server only ever gets its digest. Null when this browser has none.
 */
export async function walletBrowser(): Promise<string | null> {
  const secret = (await cookies()).get(COOKIE)?.value
  return secret ? digestOf(secret) : null
}

/** The same, with a secret that is made now where there is none. Only in an action: a page cannot set cookies. */
export async function ensureWalletBrowser(orderId: string): Promise<string> {
  const jar = await cookies()
  const secret = jar.get(COOKIE)?.value || randomText(32)
  jar.set(COOKIE, secret, {
    path: `/checkout/${orderId}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: env().BASE_URL.startsWith('https:'),
    maxAge: 3600,
  })
  return digestOf(secret)
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** How long the second of two clicks waits for the response to the first, in milliseconds. */
const PATIENCE = 12_000

/**
 * The payer on the checkout page of an order, acting in the account of that order; null when there is no such order.
 */
const payerOf = cache(async (orderId: string): Promise<Actor | null> => {
  if (!Id('order').safeParse(orderId).success) return null
  return linkHolder(runtime().query, 'order', orderId)
})

/** Reads for a page of the checkout; what does not exist, or not under this order, is the page "not found". */
export async function readAsPayer<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  orderId: string,
  input: z.input<I>,
): Promise<z.output<O>> {
  return (await findAsPayer(operation, orderId, input)) ?? notFound()
}

/** The same, and null for what does not exist. */
export async function findAsPayer<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  orderId: string,
  input: z.input<I>,
): Promise<z.output<O> | null> {
  const actor = await payerOf(orderId)
  if (!actor) return null
  try {
    const { value } = await execute(runtime(), operation, actor, input, {
      requestId: newId('request', runtime().clock()),
    })
    return value
  } catch (thrown) {
    if (isAppError(thrown) && (thrown.reason === 'record_not_found' || thrown.field === 'id')) return null
    throw thrown
  }
}

/**
 * Runs an operation for a form of the checkout, once for each key: a repeat during the first submission waits for its
 * response and gets the same. Without script a double click does that.
 */
export async function submitAsPayer<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  orderId: string,
  input: unknown,
  key: string,
): Promise<FormResult<z.output<O>>> {
  const actor = await payerOf(orderId)
  if (!actor) notFound()
  for (const begun = Date.now(); ; await wait(150)) {
    const result = await submit(operation, actor, input, 'checkout', { key })
    const running = !result.ok && result.error.reason === 'idempotency_key_in_use'
    if (!running || Date.now() - begun > PATIENCE) return result
  }
}

/**
 * Counts an attempt to pay or to enter a code, by order and by network: a tester of stolen cards makes hundreds, a
 * payer in trouble makes a few.
 * @returns the seconds to wait when it is one too many, else 0
 */
export function takePayerAttempt(orderId: string, address: string | null): number {
  return takeByNetwork('checkout_network', address) || take('checkout_order', orderId)
}

/** Counts a look at how a payment is getting on. @returns the seconds to wait when it is one too many, else 0 */
export function takeLook(orderId: string, address: string | null): number {
  return takeByNetwork('checkout_looks_network', address) || take('checkout_looks_order', orderId)
}
