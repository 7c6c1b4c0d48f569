import type { Page } from '@playwright/test'
import pg from 'pg'
import type { Route } from './routes.ts'

/** The table that each list reads, which is locked to see the list load and closed to see it fail. */
const TABLES: Record<string, string> = {
  '/payments': 'payments',
  '/orders': 'orders',
  '/refunds': 'refunds',
  '/customers': 'customers',
  '/documents': 'documents',
  '/bills': 'bills',
  '/transfers': 'transfers',
  '/payouts': 'payouts',
  '/settlements': 'settlements',
  '/balance': 'balance_movements',
  '/webhooks': 'webhook_endpoints',
}

/** Before the first payment of any merchant. */
const LONG_AGO = '?to=2001-01-02'

export const STATES = ['full', 'empty', 'filtered', 'loading', 'failed'] as const
export type State = (typeof STATES)[number]

/** States that lock or close a table meanwhile, so that only one page can be looked at. */
export const ALONE: readonly State[] = ['loading', 'failed']

/** Pages in a state: how each is opened, and what has to be undone afterwards. */
export type Opened = { what: string; open: (page: Page) => Promise<void>; close?: () => Promise<void> }

/**
 * What is looked at in a state.
 * @param addresses the address of each page with records
 * @param superuser the address of the database as its superuser
 */
export function pagesIn(
  state: State,
  routes: Route[],
  addresses: Map<string, string>,
  superuser: string,
): Opened[] {
  const goTo = (address: string): Opened => ({
    what: address,
    open: async (page) => {
      const response = await page.goto(address)
      const status = response?.status() ?? 0
      if (status >= 400) throw new Error(`The page responded with ${status}.`)
    },
  })
  const lists = routes.filter(({ list }) => list).map(({ pattern }) => pattern)
  switch (state) {
    case 'full':
      return [...addresses.values()].map(goTo)
    case 'empty':
      return routes
        .filter(({ pattern, staff }) => staff && addresses.get(pattern) === pattern)
        .map(({ pattern }) => goTo(pattern))
    case 'filtered':
      return lists.filter((each) => each in TABLES).map((each) => goTo(each + LONG_AGO))
    case 'loading':
      return lists
        .filter((each) => each in TABLES)
        .map((each) => loading(each, TABLES[each] as string, superuser))
    case 'failed':
      return lists
        .filter((each) => each in TABLES)
        .map((each) => failing(each, TABLES[each] as string, superuser))
  }
}

/** Goes to the list by its link while its table is locked, so that the skeleton stays. */
function loading(list: string, table: string, superuser: string): Opened {
  const client = new pg.Client({ connectionString: superuser })
  return {
    what: list,
    open: async (page) => {
      await page.goto('/search')
      await page.waitForLoadState('networkidle')
      await client.connect()
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
      await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), list)
      await page.getByRole('status', { name: 'Loading' }).waitFor()
    },
    close: () => client.end(),
  }
}

/** Opens the list while the server may not read its table. */
function failing(list: string, table: string, superuser: string): Opened {
  const asSuperuser = async (statement: string) => {
    const client = new pg.Client({ connectionString: superuser })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    what: list,
    open: async (page) => {
      await asSuperuser(`REVOKE SELECT ON ${table} FROM counterfoil`)
      await page.goto(list)
      await page.getByRole('button', { name: 'Retry' }).waitFor()
    },
    close: () => asSuperuser(`GRANT SELECT ON ${table} TO counterfoil`),
  }
}
