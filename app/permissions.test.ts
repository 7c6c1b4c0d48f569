import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pagePermissions } from '#components/app-shell/page-permissions.ts'
import { PALETTE_FORMS, PALETTE_PAGES } from '#components/search/palette-pages.ts'
import { operations } from '#lib/domain/operations.ts'
import { permissionsNeeded } from '#lib/pipeline/operation.ts'
import { PAGES } from '#lib/testing/verdicts.ts'
import { PERMISSIONS, type Permission } from '#lib/values/permissions.ts'

/**
 * The components that name a permission, and the operation that each is of: what the component offers. A component knows no
 * operations, so this compares them.
 */
const COMPONENTS: Record<string, string[]> = {
  'api-keys/key-overview.tsx': ['refund_payment'],
  'connected-apps/blocks-list.tsx': ['unblock_client'],
  'customers/customer-head.tsx': ['create_order', 'update_customer_if_unchanged'],
  'documents/attach-to.tsx': ['attach_to_records'],
  'fund-accounts/fund-accounts-table.tsx': ['reveal_fund_account', 'create_payout', 'update_fund_account'],
  'orders/order-head.tsx': ['send_payment_link', 'update_order'],
  'overview/go-live.tsx': [
    'create_key',
    'create_webhook',
    'start_totp',
    'invite_user',
    'update_business',
    'list_mails_for_dashboard',
  ],
  'overview/tiles.tsx': ['fetch_balance'],
  'payments/payments-table.tsx': ['capture_payment', 'refund_payment_if_unchanged'],
  'transfers/transfer-head.tsx': ['update_transfer', 'release_transfer', 'reverse_transfer'],
  'wallets/wallet-actions.tsx': [
    'create_transfer',
    'transfer_payment',
    'list_fund_accounts_for_dashboard',
    'create_payout',
  ],
}

/** What the pages of the palette are for, where opening them takes less. */
const FORMS: Record<string, string> = { '/batches/new': 'check_refund_batch' }

const literal = new RegExp(`['"](${PERMISSIONS.join('|')})['"]`, 'g')
function literalsIn(folder: string): Record<string, string[]> {
  const files = globSync(`${folder}/**/*.{ts,tsx}`).filter((file) => !file.includes('.test.'))
  return Object.fromEntries(
    files.flatMap((file) => {
      const found = [...readFileSync(file, 'utf8').matchAll(literal)].map(([, permission = '']) => permission)
      return found.length === 0 ? [] : [[file.slice(folder.length + 1), [...new Set(found)].sort()]]
    }),
  )
}
function neededBy(names: readonly string[]): Permission[] {
  const found = operations.filter(({ name }) => names.includes(name))
  expect(found.map(({ name }) => name).sort()).toEqual([...names].sort())
  return [...new Set(found.flatMap(permissionsNeeded))].sort()
}

it('pages ask for permissions by their operations', () => {
  expect(literalsIn('app')).toEqual({})
})

it('components name the permissions of what they offer', () => {
  const {
    'app-shell/nav-groups.ts': _nav,
    'app-shell/page-permissions.ts': _pages,
    'search/palette-pages.ts': _palette,
    ...literals
  } = literalsIn('components')
  const needed = Object.entries(COMPONENTS).map(([file, names]) => [file, neededBy(names)])
  expect(literals).toEqual(Object.fromEntries(needed))
})

it('links and pages of a missing permission know the permissions of every page', () => {
  for (const [page, names] of Object.entries(PAGES)) {
    const segments = page.split('/').filter((segment) => !segment.startsWith('('))
    const path = `/${segments.map((segment) => (segment.startsWith('[') ? 'evt_NfLw3gQ81xRt0a' : segment)).join('/')}`
    expect([...pagePermissions(path)].sort(), page).toEqual(neededBy(names))
  }
  expect(pagePermissions('/evt_NfLw3gQ81xRt0a')).toEqual(['events:read'])
  expect(pagePermissions('/webhooks/catalogue?from=1#payment.captured')).toEqual([])
})

it('the navigation and the palette offer a page to who may open it', () => {
  for (const { href, permission } of [...PALETTE_PAGES, ...PALETTE_FORMS]) {
    const path = href === '/' ? '/(overview)' : href
    const names = PAGES[`(dashboard)/(lists)${path}`] ?? PAGES[`(dashboard)${path}`]
    const form = FORMS[href]
    const expected = names && (form === undefined ? neededBy(names) : neededBy([form]))
    if (permission === undefined) expect(expected ?? [], href).toEqual([])
    else expect(expected ?? [], href).toContain(permission)
  }
})
