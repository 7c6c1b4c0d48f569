import { globSync } from 'node:fs'

/** Pages that only a flow of its own opens; the browser test that walks the flow checks them. */
const IN_A_FLOW: Record<string, string> = {
  '/checkout/[order_id]/bank/[payment_id]': 'e2e/ui/checkout',
  '/checkout/[order_id]/otp/[payment_id]': 'e2e/ui/checkout',
  '/checkout/[order_id]/receipt/[payment_id]': 'e2e/ui/checkout',
  '/checkout/[order_id]/return/[payment_id]': 'e2e/ui/checkout',
  '/checkout/[order_id]/wait/[payment_id]': 'e2e/ui/checkout',
  '/checkout/[order_id]/wallet': 'e2e/ui/checkout',
  '/batches/[id]': 'e2e/ui/batches',
  '/connected-apps/[id]': 'e2e/ui/connected-apps.test.ts',
  '/connected-apps/[id]/block': 'e2e/ui/connected-apps.test.ts',
  '/connected-apps/[id]/change': 'e2e/ui/connected-apps.test.ts',
  '/connected-apps/clients/[id]': 'e2e/ui/connected-apps.test.ts',
  '/connected-apps/clients/[id]/delete': 'e2e/ui/connected-apps.test.ts',
  '/connected-apps/clients/[id]/rotate': 'e2e/ui/connected-apps.test.ts',
  '/health/jobs/[id]': 'e2e/ui/health.test.ts',
  '/settings/account/passkeys/[id]': 'e2e/ui/team',
  '/settings/account/sign-ins/[id]': 'e2e/ui/identity-provider.test.ts',
  '/settings/team/[id]/enable': 'e2e/ui/team',
  '/settings/team/[id]/second-factor': 'e2e/ui/team',
  '/settings/team/invitations/[id]': 'e2e/ui/team',
  '/settlements/bank-statements/drafts/[id]': 'e2e/ui/bank-statements.test.ts',
  '/settlements/bank-statements/files/[id]': 'e2e/ui/bank-statements.test.ts',
  '/settlements/bank-statements/lines/[id]': 'e2e/ui/bank-statements.test.ts',
  '/invitation/[token]': 'e2e/ui/team',
  '/password/[token]': 'e2e/ui/team',
  '/login/code': 'e2e/ui/team',
  '/login/second-factor': 'e2e/ui/team',
  '/statement/[code]': 'e2e/ui/wallets',
  '/docs/wallets-discontinued': 'nothing: it leads elsewhere',
}

/** A page of the folder `app`: its address as a pattern, and whether it is a list or belongs to the staff. */
export type Route = { pattern: string; list: boolean; staff: boolean }

/** Every page that a link can open, in the order of the addresses. */
export function routes(): Route[] {
  return globSync('app/**/page.tsx')
    .map((file) => ({
      pattern: file.replace(/^app|\/page\.tsx$|\/\([^)]+\)/g, '').replace(/\/page\.tsx$/, '') || '/',
      list: file.includes('/(lists)/'),
      staff: file.includes('(dashboard)'),
    }))
    .filter(({ pattern }) => !(pattern in IN_A_FLOW))
    .sort((one, other) => one.pattern.localeCompare(other.pattern))
}

export const isDynamic = ({ pattern }: Route) => pattern.includes('[')

/** Matches the addresses of a page, without their query. */
export function matcherOf({ pattern }: Route): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith('[...') ? '.+' : part.startsWith('[') ? '[^/]+' : part))
  return new RegExp(`^${parts.join('/')}$`)
}
