/**
 * `npm run quality`: every page in every state, look and size, checked by axe and for sideways scrolling; and the scores
 * of Lighthouse where it is installed. Prints a table, and fails on any finding.
 * `node bench/quality/run.ts [--states full,empty] [--pages /payments] [--runs 5] [--keep] [--no-lighthouse]`
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createMerchant } from '#e2e/another-merchant.ts'
import { type Demo, fillSignIn } from '#e2e/fixtures.ts'
import { ensureBrowser } from '#scripts/browser.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { duration } from '#scripts/progress.ts'
import { startTestServer, TEST_BUILD, type TestServer } from '#scripts/test-server.ts'
import { findAddresses } from './crawl.ts'
import { findLighthouse, HOW_TO_INSTALL, type Score, type Scored, scores } from './lighthouse.ts'
import { checkPages, type Matrix } from './matrix.ts'
import { prepare } from './prepare.ts'
import { type Route, routes } from './routes.ts'
import { ALONE, pagesIn, STATES, type State } from './states.ts'

/** What the page /docs/accessibility publishes. */
const STORED = 'lib/api-docs/quality.json'

const { values: options } = parseArgs({
  options: {
    states: { type: 'string', default: STATES.join(',') },
    pages: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
    'no-lighthouse': { type: 'boolean', default: false },
  },
})

try {
  process.exit((await run()) ? 0 : 1)
} catch (error) {
  complain(error)
  process.exit(1)
}

/** @returns whether nothing was found */
async function run(): Promise<boolean> {
  if (options.keep && (options.pages !== '' || options.states !== STATES.join(',')))
    throw new Error('--keep publishes a whole run: leave out --pages and --states.')
  mkdirSync('.test', { recursive: true })
  const executablePath = await ensureBrowser()
  if (!executablePath) throw new Error('There is no Chromium. Install one, or set CHROMIUM_PATH.')
  await ensureBuild(TEST_BUILD)
  const server = await startTestServer(1)
  const port = await freePort()
  // A profile of its own, since Lighthouse opens tabs that have to share the session.
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    baseURL: server.url,
    args: [`--remote-debugging-port=${port}`],
  })
  try {
    const states = STATES.filter((state) => options.states.split(',').includes(state))
    const { matrix, missing, addresses } = await checkStates(context, server, states)
    const scored = options['no-lighthouse'] ? [] : await measure(context, server, port, addresses)
    print(matrix, missing, scored)
    if (options.keep) keep(matrix, scored)
    return matrix.findings.length === 0 && missing.length === 0
  } finally {
    await context.close()
    await server.stop()
  }
}

async function checkStates(context: BrowserContext, server: TestServer, states: State[]) {
  const matrix: Matrix = { rows: [], findings: [] }
  const demo = JSON.parse(readFileSync(server.demoFile, 'utf8')) as Demo
  const { email, password } = demo
  const tabs = await Promise.all(Array.from({ length: availableParallelism() }, () => context.newPage()))
  await signIn(context, { email, password })
  await prepare(tabs[0] as Page, demo)
  const all = routes()
  const { addresses, missing } = await findAddresses(context.request, all)
  const folder = join(server.demoFile, '..')
  const superuser = databaseUrl(readAccess(join(folder, 'postgres.json')), 'superuser')
  for (const state of states) {
    process.stderr.write(`\n${state} `)
    const began = performance.now()
    if (state === 'empty') {
      process.env.DEMO_FILE = server.demoFile
      await signIn(context, createMerchant('No records').owner)
    } else {
      await signIn(context, { email, password })
    }
    const pages = pagesIn(state, chosen(all), addresses, superuser)
    await checkPages(
      ALONE.includes(state) ? tabs.slice(0, 1) : tabs,
      state,
      pages.filter(({ what }) => what.includes(options.pages)),
      matrix,
    )
    process.stderr.write(` ${duration(began)}`)
  }
  await signIn(context, { email, password })
  for (const tab of tabs) await tab.close()
  return { matrix, missing, addresses }
}

function chosen(all: Route[]): Route[] {
  return all.filter(({ pattern }) => pattern.includes(options.pages))
}

async function signIn(context: BrowserContext, who: { email: string; password: string }): Promise<void> {
  await context.clearCookies()
  const page = await context.newPage()
  await page.goto('/login')
  await fillSignIn(page, who)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.close()
}

async function measure(
  context: BrowserContext,
  server: TestServer,
  port: number,
  addresses: Map<string, string>,
): Promise<Score[]> {
  const lighthouse = await findLighthouse()
  if (!lighthouse) {
    console.log(`\nLighthouse is not installed, so there are no scores: ${HOW_TO_INSTALL}`)
    return []
  }
  process.stderr.write('\nLighthouse ')
  const pages: Scored[] = [
    { name: 'Overview', address: '/' },
    { name: 'Payments', address: '/payments' },
    { name: 'Payment', address: addresses.get('/payments/[id]') ?? '' },
    { name: 'Checkout', address: addresses.get('/checkout/[order_id]') ?? '' },
    { name: 'Documentation', address: '/docs' },
  ].filter(({ address }) => address !== '')
  const request = { base: server.url, port, runs: Number(options.runs) }
  const inside = await scores(lighthouse, { ...request, pages })
  // The sign-in page leads a person who is signed in away.
  await context.clearCookies()
  return [
    ...(await scores(lighthouse, { ...request, pages: [{ name: 'Sign in', address: '/login' }] })),
    ...inside,
  ]
}

function print({ rows, findings }: Matrix, missing: string[], scored: Score[]): void {
  console.log('\n| State | Look | Size | Pages | Findings |\n| --- | --- | --- | --: | --: |')
  for (const { state, look, size, pages, findings: count } of rows)
    console.log(`| ${state} | ${look} | ${size} | ${pages} | ${count} |`)
  if (scored.length > 0) {
    console.log('\n| Page | Performance | Accessibility | Best practices |\n| --- | --: | --: | --: |')
    for (const { page, performance, accessibility, best_practices } of scored)
      console.log(`| ${page} | ${performance} | ${accessibility} | ${best_practices} |`)
  }
  for (const pattern of missing)
    console.log(`\nNot opened, since no page links to it or no record allows it: ${pattern}`)
  for (const { state, page, look, size, text } of findings)
    console.log(`\n${page}, ${state}, ${look}, ${size}\n  ${text.slice(0, 600)}`)
}

function keep({ rows }: Matrix, lighthouse: Score[]): void {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(STORED, `${JSON.stringify({ day, rows, lighthouse }, null, 2)}\n`)
}
