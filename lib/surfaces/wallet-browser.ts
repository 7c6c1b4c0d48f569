import { createHash } from 'node:crypto'
import { cookies } from 'next/headers'
import { env } from '#lib/env.ts'
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
