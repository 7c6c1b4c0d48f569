import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { createMerchant } from '#e2e/another-merchant.ts'
import { expectUsable } from '#e2e/fixtures.ts'
import { type ServerBeside, startServerBeside } from '#e2e/server-beside.ts'
import { test } from '#e2e/test.ts'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { testFolder } from '#scripts/test-folder.ts'

/** A server of its own: only the single merchant of a server retries and drops jobs. */
test.describe.configure({ mode: 'serial' })
let folder: string
let server: ServerBeside
let client: pg.Client
let owner: { email: string; password: string }
test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = mkdtempSync(testFolder('health-'))
  const PORT = String(await freePort())
  const url = `http://localhost:${PORT}`
  // Its own embedded database, without a worker, which would take a job that was queued again.
  const own = { PORT, DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', BASE_URL: url, MCP_URL: url }
  server = await startServerBeside({ own })
  client = new pg.Client({
    connectionString: databaseUrl(readAccess(join(folder, 'postgres.json')), 'application'),
  })
  await client.connect()
  owner = createMerchant('Single Stores', folder).owner
})
test.afterAll(async () => {
  await client.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function failedJob(): Promise<string> {
  const id = randomUUID()
  await client.query(
    `INSERT INTO pgboss.job (id, name, data, state, retry_count, retry_limit, completed_on)
     SELECT $1, 'process-refund', jsonb_build_object('account_id', id, 'refund_id', 'rfnd_NfLw3gQ81xRt0a'), 'failed', 20, 20, now()
     FROM accounts WHERE mode = 'test'`,
    [id],
  )
  await client.query(`UPDATE pgboss.queue SET failed_count = 1 WHERE name = 'process-refund'`)
  return id
}

async function stateOf(id: string): Promise<string | undefined> {
  const { rows } = await client.query('SELECT state FROM pgboss.job WHERE id = $1', [id])
  return rows[0]?.state
}

/** The page Health as the owner, in a context of its own: cookies of a host go to each of its ports. */
async function openHealth(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url.href, javaScriptEnabled })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/')
  await page.goto('/health')
  return page
}

test('the only merchant of a server retries and drops failed jobs, each on its page', async ({ browser }) => {
  test.slow()
  const [first, second] = [await failedJob(), await failedJob()]
  const page = await openHealth(browser)
  await expect(page.getByText('Retry or drop them.')).toBeVisible()
  await expectUsable(page)
  const jobs = page.getByRole('table', { name: 'Failed jobs' })
  await expect(jobs.getByRole('link', { name: /^Retry or drop: Refunds at the bank/ })).toHaveCount(2)
  await jobs.locator(`a[href="/health/jobs/${first}"]`).click()
  await expect(page.getByRole('heading', { name: 'Failed job' })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Retry job' }).click()
  await expect(page.getByText('Job queued again')).toBeVisible()
  await expect(page).toHaveURL(/\/health$/)
  expect(await stateOf(first)).toBe('retry')

  await page.goto(`/health/jobs/${second}`)
  await page.getByRole('button', { name: 'Drop job' }).click()
  await expect(page.getByText('Job dropped')).toBeVisible()
  expect(await stateOf(second)).toBeUndefined()
  await expect(page.getByRole('table', { name: 'Failed jobs' })).toHaveCount(0)
  // What has happened to it meanwhile: it is no failed job any more.
  expect((await page.goto(`/health/jobs/${second}`))?.status()).toBe(404)

  await page.goto('/settings/retention/tables')
  await expect(page.getByRole('columnheader', { name: 'Rows, about' })).toBeVisible()
  await expectUsable(page)

  await page.goto('/settings/audit')
  for (const line of ['Job dropped', 'Job queued again'])
    await expect(page.getByRole('row').filter({ hasText: line })).toBeVisible()
  await page.context().close()
})

test('retries and drops without script, and shows how long every table is kept', async ({ browser }) => {
  test.slow()
  const [first, second] = [await failedJob(), await failedJob()]
  const page = await openHealth(browser, false)
  await page.locator(`a[href="/health/jobs/${first}"]`).click()
  await page.getByRole('button', { name: 'Retry job' }).click()
  await page.waitForURL('**/health')
  expect(await stateOf(first)).toBe('retry')
  await page.locator(`a[href="/health/jobs/${second}"]`).click()
  await page.getByRole('button', { name: 'Drop job' }).click()
  await page.waitForURL('**/health')
  expect(await stateOf(second)).toBeUndefined()

  await page.goto('/settings/retention')
  await page.getByRole('link', { name: 'All tables' }).click()
  await page.waitForURL('**/settings/retention/tables')
  const audit = page.getByRole('row', { name: /^audit_lines/ })
  await expect(audit).toContainText('8 years by default')
  await expect(page.getByText('No worker is running')).toBeVisible()
  await page.context().close()
})
