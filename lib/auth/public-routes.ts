import type { LimitName } from '#lib/auth/limits.ts'

/** What someone without credentials can do at a route: which limits hold, what it stores at most, and what deletes it. */
type Verdict = { limits: LimitName[]; stores: string; swept: string }

const NOTHING = { stores: 'Nothing', swept: '' }
const PAGE: Verdict = { limits: ['public_pages'], ...NOTHING }
const CREDENTIALS: LimitName[] = ['wrong_credential_and_network', 'wrong_credentials_network']
const STATIC: Verdict = { limits: [], stores: 'Nothing; it reads nothing either', swept: '' }
const PAYER: Verdict = {
  limits: ['checkout_order', 'checkout_network', 'public_pages'],
  stores:
    'Attempts to pay (money records), one-time passwords (10 an hour for each order, 5 for each number), lines of the request log',
  swept: 'One-time passwords after 1 day, lines after the days of the account, attempts never',
}

/**
 * Every route outside the dashboard and `/v1` that can be called without credentials, by its file in app. A test
 * fails for a route that is missing. Routes of the dashboard redirect strangers to the sign-in page before they read
 * anything, which another test checks; `/v1` counts wrong credentials.
 */
export const PUBLIC_ROUTES: Record<string, Verdict> = {
  'login/page.tsx': PAGE,
  'login/actions.ts': {
    limits: [
      'sign_in_account_and_network',
      'sign_in_device',
      'sign_in_devices',
      'sign_in_network',
      'sign_in_account',
      'passkeys_network',
      'public_pages',
    ],
    stores: 'A session for each right password or passkey, challenges for passkeys (10,000 at most)',
    swept: 'Sessions 90 days after they expire, challenges after 5 minutes',
  },
  'api/auth/[...nextauth]/route.ts': {
    limits: ['sign_in_account_and_network', 'sign_in_network', 'sign_in_account'],
    stores: 'A session for each right password',
    swept: '90 days after it expires',
  },
  'login/provider/route.ts': {
    limits: ['provider_network', 'public_pages'],
    ...NOTHING,
  },
  'login/provider/callback/route.ts': {
    limits: ['provider_network', 'public_pages'],
    stores: 'A session, and once a link, for each person whom the identity provider vouches for',
    swept: 'Sessions 90 days after they expire, links never',
  },
  'login/code/page.tsx': PAGE,
  'login/code/actions.ts': {
    limits: ['code_person_and_network', 'code_person', 'public_pages'],
    stores: 'A session for each right code',
    swept: '90 days after it expires',
  },
  // With a session, which nothing else accepts until then.
  'login/second-factor/page.tsx': PAGE,
  'login/second-factor/actions.ts': {
    limits: ['code_person_and_network', 'code_person', 'passkeys_network', 'public_pages'],
    stores: 'A challenge for each session',
    swept: 'After 5 minutes',
  },
  'invitation/[token]/page.tsx': { limits: ['public_pages'], ...NOTHING },
  'invitation/[token]/actions.ts': {
    limits: ['public_pages'],
    stores: 'A person and a session for each pending invitation, once',
    swept: 'Sessions 90 days after they expire, people never',
  },
  'password/page.tsx': PAGE,
  'password/actions.ts': {
    limits: ['reset_account', 'reset_network', 'public_pages'],
    stores: 'A link and an email for a person who exists, 3 an hour',
    swept: 'Links 90 days after they expire, emails after `MAIL_RETENTION_DAYS`',
  },
  'password/[token]/page.tsx': { limits: ['public_pages'], ...NOTHING },
  'password/[token]/actions.ts': { limits: ['public_pages'], ...NOTHING },
  'checkout/[order_id]/page.tsx': PAGE,
  'checkout/[order_id]/bank/[payment_id]/page.tsx': PAGE,
  'checkout/[order_id]/otp/[payment_id]/page.tsx': PAGE,
  'checkout/[order_id]/receipt/[payment_id]/page.tsx': PAGE,
  'checkout/[order_id]/wait/[payment_id]/page.tsx': PAGE,
  'checkout/[order_id]/wallet/page.tsx': PAGE,
  'checkout/[order_id]/return/[payment_id]/page.tsx': {
    limits: ['checkout_looks_order', 'checkout_looks_network', 'public_pages'],
    ...NOTHING,
  },
  'checkout/[order_id]/back/[payment_id]/route.ts': {
    limits: ['checkout_looks_order', 'checkout_looks_network'],
    ...NOTHING,
  },
  'checkout/[order_id]/wait/[payment_id]/status/route.ts': {
    limits: ['checkout_looks_order', 'checkout_looks_network'],
    ...NOTHING,
  },
  'checkout/actions.ts': PAYER,
  'checkout/wallet-actions.ts': PAYER,
  'bill/[token]/route.tsx': { limits: ['public_pages'], ...NOTHING },
  'bill/[token]/pdf/route.tsx': { limits: ['public_pages', 'public_files'], ...NOTHING },
  'refund/[token]/route.tsx': { limits: ['public_pages'], ...NOTHING },
  'statement/page.tsx': PAGE,
  'statement/[code]/page.tsx': { limits: ['public_pages'], ...NOTHING },
  'docs/page.tsx': PAGE,
  'docs/accessibility/page.tsx': PAGE,
  'docs/errors/page.tsx': PAGE,
  'docs/events/page.tsx': PAGE,
  'docs/guides/apps/[guide]/page.tsx': PAGE,
  'docs/guides/page.tsx': PAGE,
  'docs/guides/[guide]/page.tsx': PAGE,
  'docs/reference/page.tsx': PAGE,
  'docs/reference/[resource]/page.tsx': PAGE,
  'docs/reference/[resource]/[operation]/page.tsx': PAGE,
  'docs/reference/[resource]/[operation]/actions.ts': PAGE,
  'docs/search/page.tsx': PAGE,
  'docs/wallets-discontinued/page.tsx': PAGE,
  'logos/[name]/route.ts': { limits: ['public_pages'], ...NOTHING },
  'brands/[name]/route.ts': { limits: ['public_pages'], ...NOTHING },
  'fonts/[name]/route.ts': { limits: ['public_pages'], ...NOTHING },
  '(oauth)/authorize/route.ts': {
    limits: ['oauth_authorize', 'oauth_document'],
    stores: 'A request of at most 8 KB each, at most 20,000 over all networks',
    swept: 'Every minute, 15 minutes after it was made',
  },
  '(oauth)/authorize/[uid]/route.ts': { limits: ['oauth_other'], ...NOTHING },
  '(oauth)/consent/[uid]/route.tsx': PAGE,
  '(oauth)/par/route.ts': {
    limits: ['oauth_push', 'oauth_push_client', 'oauth_document', ...CREDENTIALS],
    stores: 'A request of at most 8 KB each, at most 20,000 over all networks',
    swept: 'Every minute, 1 minute after it was made',
  },
  '(oauth)/register/route.ts': {
    limits: ['oauth_register'],
    stores: 'A client of at most 7 KB each, at most 10,000 that were never authorized',
    swept: 'Every minute, 6 hours after registration if never authorized',
  },
  '(oauth)/register/[client_id]/route.ts': { limits: ['oauth_manage'], ...NOTHING },
  '(oauth)/token/route.ts': { limits: ['oauth_calls', ...CREDENTIALS], ...NOTHING },
  '(oauth)/introspect/route.ts': { limits: ['oauth_calls', ...CREDENTIALS], ...NOTHING },
  '(oauth)/revoke/route.ts': { limits: ['oauth_calls', ...CREDENTIALS], ...NOTHING },
  '(oauth)/jwks/route.ts': { limits: ['oauth_other'], ...NOTHING },
  '(oauth)/.well-known/oauth-authorization-server/route.ts': { limits: ['oauth_other'], ...NOTHING },
  '(oauth)/.well-known/oauth-protected-resource/[[...path]]/route.ts': STATIC,
  '.well-known/security.txt/route.ts': STATIC,
  'mcp/route.ts': { limits: CREDENTIALS, ...NOTHING },
  'mcp/write/route.ts': { limits: CREDENTIALS, ...NOTHING },
  'api/tool-endpoint/route.ts': { limits: CREDENTIALS, ...NOTHING },
  'healthz/route.ts': STATIC,
  'readyz/route.ts': { limits: [], stores: 'Nothing', swept: '' },
}

/** The rows of the table in docs/limits.md. */
export function publicRouteRows(): string[] {
  return Object.entries(PUBLIC_ROUTES).map(
    ([file, { limits, stores, swept }]) =>
      `| \`${file}\` | ${limits.map((name) => `\`${name}\``).join(', ')} | ${[stores, swept].filter(Boolean).join('. ')} |`,
  )
}
