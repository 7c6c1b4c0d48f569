import { describe, expect, it } from 'vitest'
import { NAV_GROUPS } from '#components/app-shell/nav-groups.ts'
import type { FoundRecord } from '#lib/domain/search/schema.ts'
import { PAGES } from '#lib/testing/verdicts.ts'
import { WALLET } from '#lib/values/capability.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'
import { countOf, entriesOf } from './palette-entries.ts'
import { PALETTE_FORMS, PALETTE_PAGES, paletteAllowed } from './palette-pages.ts'
import type { SearchResponse } from './search-labels.ts'

/** Pages without a parameter that the palette does not lead to, and why. */
const ELSEWHERE: Record<string, string> = {
  '/confirm': 'another page leads to it and it leads back',
  '/documents/attach': 'attaches documents that are selected',
  '/documents/attach-to': 'attaches to records that are selected',
  '/exports/schedules/new': 'schedules a list with its filters, from that list',
  '/logs/retention': 'redirects to the retention of the settings',
  '/search': 'the palette itself',
  '/settings': 'redirects to the first page of the settings',
  '/settings/retention/tables': 'every table of the server, from the retention of data',
  '/settings/account/authenticator': 'a setup that is begun on the page of the account',
  '/views/new': 'saves the filters of a list, from that list',
}

const allowedFor = (role: Role, capabilities = [WALLET]) =>
  paletteAllowed({ permissions: new Set(ROLE_PERMISSIONS[role]), account: { capabilities } })
const owner = allowedFor('owner')
const nothing: SearchResponse = { groups: [], elsewhere: null, list: null, lists: [], verb: null }
const entries = (q: string, found: SearchResponse | null = nothing, allowed = owner) =>
  entriesOf({ q, found, late: false, recent: [], allowed, grouping: 'indian', mode: 'test' })
const labels = (...args: Parameters<typeof entries>) =>
  entries(...args).flatMap(({ items }) => items.map(({ label }) => label))

describe('the palette', () => {
  it('leads to every page without a parameter', () => {
    const pages = Object.keys(PAGES)
      .filter((path) => !path.includes('['))
      .map((path) => path.replace('(dashboard)', '').replace(/\/\((lists|overview)\)/, '') || '/')
    const offered = [...PALETTE_PAGES, ...PALETTE_FORMS].map(({ href }) => href)
    expect(pages.filter((path) => !offered.includes(path)).sort()).toEqual(Object.keys(ELSEWHERE).sort())
    expect(new Set(offered).size).toBe(offered.length)
    const nouns = NAV_GROUPS.flatMap(({ nouns }) => nouns)
    expect(PALETTE_PAGES.slice(0, nouns.length)).toMatchObject(nouns)
  })

  it.each([
    ['notifications', 'Notifications'],
    ['invite', 'Invite person'],
    ['refund reasons', 'Capture and fees'],
    ['months', 'Balance by month'],
    ['GST', 'Fees and GST'],
    ['sign out', 'Sign out'],
    ['log out', 'Sign out'],
    ['live', 'Switch to live mode'],
    ['settle', 'Settlement schedule'],
    ['settle', 'Settlements'],
    ['account', 'Your account'],
    ['fund acc', 'Fund accounts'],
    ['2fa', 'Your account'],
  ])('finds by "%s": %s', (q, label) => {
    expect(labels(q)).toContain(label)
  })

  it('offers nothing destructive before it is typed for', () => {
    const offered = labels('')
    expect(offered).toContain('Create order')
    expect(offered.filter((label) => label.startsWith('Delete'))).toEqual([])
    expect(labels('delete')).toEqual(expect.arrayContaining(['Delete all test data', 'Delete business']))
    const forms = PALETTE_FORMS.filter(({ label }) => label.startsWith('Delete'))
    expect(forms.map(({ destructive }) => destructive)).toEqual(forms.map(() => true))
  })

  it('offers a role only what it may open', () => {
    const viewer = allowedFor('viewer')
    expect(labels('invite', nothing, viewer)).not.toContain('Invite person')
    expect(labels('sign out', nothing, viewer)).toContain('Sign out')
  })

  it('offers no page of wallets in an account without them', () => {
    const without = allowedFor('owner', [])
    expect(owner.filter((href) => !without.includes(href))).toEqual([
      '/wallets',
      '/transfers',
      '/payouts',
      '/fund-accounts',
      '/payouts/new',
      '/fund-accounts/new',
    ])
    expect(labels('payout', nothing, without)).not.toContain('Create payout')
  })

  it('has the action first that is asked for with an ID, and the record first by its ID alone', () => {
    const record: FoundRecord = {
      id: 'pay_NfLw3gQ81xRt0a',
      href: '/payments/pay_NfLw3gQ81xRt0a',
      text: null,
      created_at: 1,
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      next: 'refund',
    }
    const found: SearchResponse = {
      ...nothing,
      groups: [{ kind: 'payment', items: [record], more: null }],
    }
    expect(labels(`refund ${record.id}`, { ...found, verb: 'refund' })[0]).toBe(`Refund ${record.id}`)
    expect(labels(record.id, found)[0]).toBe(record.id)
  })

  it('offers the lists that have the filters', () => {
    const list = { title: 'Payments', href: '/payments?status=failed', text: 'status:failed' }
    const [first] = entries('status:failed', { ...nothing, lists: [list] })
    expect(first).toMatchObject({ value: 'Lists', items: [{ label: 'Payments', detail: 'status:failed' }] })
  })

  it('offers a page before the lists that a word filters', () => {
    const list = { title: 'Payments', href: '/payments?method=wallet', text: 'method:wallet' }
    const values = entries('wallet', { ...nothing, lists: [list] }).map(({ value }) => value)
    expect(values.indexOf('Pages')).toBeLessThan(values.indexOf('Lists'))
    const upi = { ...list, href: '/payments?status=failed&method=upi', text: 'status:failed method:upi' }
    expect(entries('failed upi', { ...nothing, lists: [upi] })[0]).toMatchObject({ value: 'Lists' })
  })

  it('counts what was found, and leads to the documentation where nothing was', () => {
    expect(labels('zzzz')).toEqual(['Search the documentation for “zzzz”'])
    expect(countOf(entries('zzzz'))).toBe(0)
    expect(labels('zzzz', null)).toEqual(['Show all results for “zzzz”'])
    expect(countOf(entries('settlement schedule'))).toBe(1)
  })
})
