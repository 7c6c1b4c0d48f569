import { expect, it } from 'vitest'
import { PAGES } from '#lib/testing/verdicts.ts'
import { NAV_GROUPS } from './nav-groups.ts'
import { pathInOtherMode } from './path-in-other-mode.ts'

/** The pages of the dashboard as their paths, with `[id]` for what differs by record. */
const PATHS = Object.keys(PAGES).map(
  (name) => name.replace('(dashboard)', '').replace(/\/\((lists|overview)\)/, '') || '/',
)
const NAMED = { '[id]': 'pay_NfLw3gQ81xRt0a', '[event]': 'evt_NfLw3gQ81xRt0a', '[month]': '2026-07' } as const

it.each(PATHS.filter((path) => !path.includes('[')))('%s stays itself in the other mode', (path) => {
  expect(pathInOtherMode(path, '')).toBe(path)
})

it.each(PATHS.filter((path) => path.includes('[') && !path.includes('[...')))(
  'a record at %s leads to a page above it that exists',
  (path) => {
    const opened = path.replace(/\[\w+\]/g, (name) => NAMED[name as keyof typeof NAMED])
    const target = pathInOtherMode(opened, 'tab=events')
    expect(PATHS).toContain(target)
    expect(target).not.toContain('_')
    expect(target === '/' || opened.startsWith(`${target}/`)).toBe(true)
  },
)

it('the navigation, exports and the forms about a list keep their page', () => {
  for (const { href } of NAV_GROUPS.flatMap(({ nouns }) => nouns))
    expect(pathInOtherMode(href, '')).toBe(href)
  expect(pathInOtherMode('/exports/payments', '')).toBe('/exports/payments')
  expect(pathInOtherMode('/exports/settlements/bank-statements', '')).toBe(
    '/exports/settlements/bank-statements',
  )
  expect(pathInOtherMode('/views/new', 'list=%2Fpayments&query=')).toBe('/views/new?list=%2Fpayments&query=')
  expect(pathInOtherMode('/exports/schedules/new', 'list=payments')).toBe(
    '/exports/schedules/new?list=payments',
  )
})

it('filters and cursors stay behind, since they name records', () => {
  expect(pathInOtherMode('/payments', 'customer=cust_NfLw3gQ81xRt0a')).toBe('/payments')
})

it('the page of a client whose ID is an address leads to the clients', () => {
  expect(pathInOtherMode('/connected-apps/clients/https%3A%2F%2Fapp.example%2Fclient', '')).toBe(
    '/connected-apps/clients',
  )
})
