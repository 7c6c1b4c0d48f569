import { z } from 'zod'
import { Contact, Email } from './contact.ts'

/** The cookie of this server's way to a gateway, in the browser of its payer: what they entered and chose before. */
export const DETAILS_COOKIE = 'counterfoil-gateway-payer'

/** What a payer has entered and chosen, with which a gateway fills in its page. What is no such value is left out. */
export const PayerDetails = z.object({
  name: z.string().min(1).max(100).optional().catch(undefined),
  email: Email.optional().catch(undefined),
  contact: Contact.optional().catch(undefined),
  /** The page opens with it, so that it is chosen once. */
  method: z.enum(['card', 'upi', 'netbanking', 'wallet']).optional().catch(undefined),
})
export type PayerDetails = z.output<typeof PayerDetails>

/** The details in the cookies of a request: none where they are missing or no JSON. */
export function payerDetailsIn(cookies: string): PayerDetails {
  const text = new RegExp(`(?:^|;\\s*)${DETAILS_COOKIE}=([^;]{1,1200})`).exec(cookies)?.[1]
  if (text === undefined) return {}
  try {
    return PayerDetails.safeParse(JSON.parse(decodeURIComponent(text))).data ?? {}
  } catch {
    return {}
  }
}
