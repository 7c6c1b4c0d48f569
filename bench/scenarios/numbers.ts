import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { paymentsInstance } from '#bench/data/payments-instance.ts'
import type { Instance } from '#bench/instance.ts'
import { launchAll, NO_BUILD, type Result, type Setting, WITHOUT_WORKER } from '#bench/scenarios/scenario.ts'
import { signIn } from '#bench/session.ts'
import { figuresOf, follow, type LinkedFigure } from '#e2e/overview-figures.ts'
import { namedPeriod, type PERIODS } from '#lib/filters/period.ts'
import { overdueBefore } from '#lib/values/working-days.ts'
import { ensureBrowser } from '#scripts/browser.ts'

const ZONE = 'Asia/Kolkata'

/**
 * Every number of the overview beside the list that it leads to and beside plain SQL over the rows, which knows nothing
 * of counters. Fails on any difference.
 */
export async function numbers({ cluster, rows }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const { servers, stop } = await launchAll(instance.url, { through: ['start'], env: WITHOUT_WORKER })
  const executablePath = await ensureBrowser()
  let browser: Browser | undefined
  try {
    const [server] = servers
    if (!server) return { outcomes: [], plans: [], notes: [NO_BUILD] }
    browser = await chromium.launch(executablePath ? { executablePath } : {})
    const context = await browser.newContext({ timezoneId: ZONE, baseURL: server.url })
    await takeSession(context, server.url, await signIn(instance, server.url))
    const page = await context.newPage()
    const table: string[][] = []
    const wrong: string[] = []
    for (const range of rangesOf()) {
      const found = await compare(instance, page, range)
      table.push([range, String(found.figures), String(found.wrong.length)])
      wrong.push(...found.wrong)
    }
    if (wrong.length > 0) throw new Error(`Numbers that differ:\n${wrong.join('\n')}`)
    const head = ['Overview', 'Numbers followed', 'Different']
    return {
      outcomes: [],
      plans: [],
      tables: [{ head, rows: table }],
      notes: [
        `Each number of the overview was compared with its list and with plain SQL over ${rows.toLocaleString('en')} payments.`,
      ],
    }
  } finally {
    await browser?.close()
    await stop()
    await instance.close()
  }
}

/** A week, four weeks, this month, and all days of the data. */
function rangesOf(): string[] {
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return ['range=7d', 'range=28d', 'range=month', `from=${dayOf(190)}&to=${dayOf(1)}`]
}

async function takeSession(context: BrowserContext, url: string, cookies: string): Promise<void> {
  await context.addCookies(
    cookies.split('; ').map((cookie) => {
      const at = cookie.indexOf('=')
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
    }),
  )
}

async function compare(instance: Instance, page: Page, range: string) {
  await page.goto(`/?${range}`)
  await page.getByRole('region', { name: /^Figures/ }).waitFor()
  const figures = await figuresOf(page)
  if (figures.length < 8) throw new Error(`The overview with ${range} has only ${figures.length} numbers.`)
  const wrong: string[] = []
  for (const figure of figures) {
    wrong.push(
      ...[await follow(page, figure), await againstRows(instance, figure)].filter((one) => one !== null),
    )
    process.stderr.write('.')
  }
  return { figures: figures.length, wrong }
}

/** The same from the rows. Only payments and refunds have counters. */
async function againstRows(instance: Instance, { name, href, count, ...sums }: LinkedFigure) {
  const amount = sums.amount ?? sums.total
  const [path = '', search = ''] = href.split('?')
  if (path !== '/payments' && path !== '/refunds') return null
  const table = path.slice(1)
  const { sql, values } = conditionsOf(table, new URLSearchParams(search))
  const { rows } = await instance.database.pool.query<{ count: string; amount: string }>(
    `SELECT count(*)::text AS count, coalesce(sum(amount), 0)::text AS amount FROM ${table} WHERE account_id = $1 AND ${sql}`,
    [instance.accountId, ...values],
  )
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  const [row] = rows
  const differs =
    (count !== undefined && digits(count) !== row?.count) ||
    (amount !== undefined && BigInt(digits(amount)) !== BigInt(row?.amount ?? 0))
  return differs
    ? `${name} (${href}): ${count} ${amount}, but the rows are ${row?.count} with ${row?.amount}`
    : null
}

type Put = (value: unknown) => string

/** What each search param of a link means, as plain SQL. */
const PARAMS: Record<string, (value: string, put: Put, now: number, table: string) => string> = {
  period: (value, put, now) => {
    const { from = 0, to = now } = namedPeriod(value as keyof typeof PERIODS, ZONE, now)
    return `created_at BETWEEN ${put(from)} AND ${put(to)}`
  },
  from: (value, put) => `created_at >= ${put(Number(value) || startOf(value))}`,
  to: (value, put) => `created_at <= ${put(Number(value) || startOf(value) + 86_399)}`,
  status: (value, put) => `status = ANY(${put(value.split(','))}::text[])`,
  captured: (value, _put, _now, table) =>
    table === 'payments' ? 'captured' : value === '1' ? 'NOT automatic' : 'automatic',
  method: (value, put) => `method = ${put(value)}`,
  error: (value, put) => `error_reason = ${put(value)}`,
  lapsing: (_, put, now) => `capture_by BETWEEN ${put(now)} AND ${put(now + 86_400)}`,
  overdue: (_, put, now) => `status = 'pending' AND created_at <= ${put(overdueBefore(now))}`,
}

/** The search params of a link as conditions. @throws for one that is not known here */
function conditionsOf(table: string, params: URLSearchParams) {
  const values: unknown[] = []
  const parts = [...params].map(([name, value]) => {
    const condition = PARAMS[name]
    if (!condition) throw new Error(`${name} of ${table} is not compared with its rows yet.`)
    return condition(value, (one) => `$${values.push(one) + 1}`, Math.floor(Date.now() / 1000), table)
  })
  return { sql: parts.length === 0 ? 'true' : parts.join(' AND '), values }
}

/** The first second of a day in India. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`) / 1000
}
