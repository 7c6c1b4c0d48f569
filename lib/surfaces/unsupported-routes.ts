import type { PlainRequest } from '#lib/http/plain-request.ts'
import { refused } from '#lib/pipeline/errors.ts'

/** Routes that clients know, of features that do not exist here, by the path after the version. */
const FEATURES: Record<string, RegExp> = {
  Subscriptions: /^(plans|subscriptions|addons)\b/,
  Invoices: /^(invoices|items)\b/,
  Offers: /^offers\b/,
  'Tokens and recurring payments':
    /^(tokens|subscription_registration|payments\/create\/recurring|customers\/[^/]+\/tokens)\b/,
  'Payment links': /^payment_links\b/,
  'QR codes': /^payments\/qr_codes\b/,
  'Virtual accounts': /^(virtual_accounts|payments\/[^/]+\/(bank|upi)_transfer)\b/,
  'Downtimes of banks': /^payments\/downtimes\b/,
  'Instant settlements': /^settlements\/ondemand\b/,
  Disputes: /^disputes\b/,
  Contacts: /^contacts\b/,
  'Balances and transactions of bank accounts': /^(balances?|banking_balances|transactions)\b/,
  'Payout links': /^payout-links\b/,
  'Cancellations of payouts': /^payouts\/[^/]+\/cancel\b/,
  'Validations of bank accounts': /^fund_accounts\/validations\b/,
  'Route accounts': /^(beta\/)?accounts(\/[^/]+\/(products|stakeholders|documents)\b.*)?$|^products\b/,
  'Checks of eligibility': /^customers\/eligibility\b/,
  'References and issuers of card numbers': /^(cards\/fingerprints|iins)\b/,
  'Risk reviews': /^orders\/[^/]+\/(rto_review|fulfillment)\b/,
  'One-time passwords by API': /^payments\/[^/]+\/(otp_generate|otp|authenticate)\b/,
  'Checks of UPI IDs': /^payments\/validate\b/,
  "The checkout's own calls": /^(preferences|checkout|payments\/create\/(ajax|checkout|fees|redirect))\b/,
  'Lists of payment methods': /^methods\b/,
  'Bank accounts without a fund account': /^customers\/[^/]+\/bank_account\b/,
  'Card machines': /^(devices|pos)\b/,
}

/** The error of a feature that does not exist here, by the address that clients know it by; null for any other. */
export function unsupportedAt({ url }: PlainRequest): Error | null {
  const path = new URL(url).pathname.replace(/\/+/g, '/').replace(/^\/v[12]\/|\/$/g, '')
  const feature = Object.keys(FEATURES).find((name) => FEATURES[name]?.test(path))
  if (feature === undefined) return null
  return refused('feature_not_supported', `${feature} are not supported here.`, { status: 404 })
}

/** A segment of a path that is the name of a collection or action, where another route has an ID. */
export function isName(segment: string): boolean {
  return /^[a-z]+([_-][a-z]+)*$/.test(segment)
}
