/** Routes that clients know, of features that do not exist here, by the path after the version. */
const FEATURES: Record<string, RegExp> = {
  Subscriptions: /^(plans|subscriptions|addons)\b/,
  Invoices: /^(invoices|items)\b/,
  Offers: /^offers\b/,
  'Tokens and recurring payments':
    /^(tokens|subscription_registration|payments\/create\/recurring|customers\/[^/]+\/tokens)\b/,
  'Payment links': /^payment_links\b/,
  'Virtual accounts': /^virtual_accounts\b/,
  'Instant settlements': /^settlements\/ondemand\b/,
  Disputes: /^disputes\b/,
  Contacts: /^contacts\b/,
  'Route accounts': /^(beta\/)?accounts(\/[^/]+\/(products|stakeholders)\b.*)?$|^products\b/,
  'Risk reviews': /^orders\/[^/]+\/(rto_review|fulfillment)\b/,
  'One-time passwords by API': /^payments\/[^/]+\/otp(_generate|\/)/,
  'Checks of UPI IDs': /^payments\/validate\/vpa\b/,
  'Lists of payment methods': /^methods\b/,
  'Bank accounts without a fund account': /^customers\/[^/]+\/bank_account\b/,
}

/** The feature that an unknown path asks for; null for a path that no client knows. */
export function featureAt(pathname: string): string | null {
  const path = pathname.replace(/\/+/g, '/').replace(/^\/v[12]\/|\/$/g, '')
  return Object.keys(FEATURES).find((feature) => FEATURES[feature]?.test(path)) ?? null
}
