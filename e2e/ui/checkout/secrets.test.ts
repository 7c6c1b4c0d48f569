import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { test } from '#e2e/test.ts'
import { luhn } from '#lib/values/card.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import {
  expectReceipt,
  fillCard,
  fillPayer,
  newOrder,
  openOrder,
  paymentsOf,
  press,
  submitOtp,
} from './payer.ts'

const DATA_DIR = dirname(process.env.DEMO_FILE ?? '.data/demo.json')
/** The log of the server under `npm test`. */
const SERVER_LOG = process.env.E2E_SERVER_LOG ?? `${DATA_DIR}.log`

test('a card number and its CVV are in no table, no log, no cookie and no address', async ({
  page,
  context,
}) => {
  const visited: string[] = []
  page.on('request', (request) => visited.push(request.url()))
  const number = someVisa()
  const order = await newOrder()
  await openOrder(page, order.id)
  // Once in its field, with unusual spaces, and in every other field where a payer might type it by mistake.
  await fillCard(page, number.replace(/(.{4})/g, '$1  '))
  await page.getByLabel('Name on card').fill(`Asha ${number}`)
  await page.getByLabel(/^Email/).fill(`${number}@example.com`)
  await page.getByLabel(/^Phone/).fill(number.slice(0, 15))
  await press(page, /^Pay ₹/)
  await expect(page.getByLabel('Name on card')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name on card').fill('Asha Rao')
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await submitOtp(page, number)
  await expect(page.getByLabel('One-time password')).toHaveAttribute('aria-invalid', 'true')
  await submitOtp(page)
  await expectReceipt(page)
  expect(await paymentsOf(order.id)).toHaveLength(1)

  // The request log is written shortly after.
  await page.waitForTimeout(1500)
  expect(await tablesHolding(number)).toEqual([])
  if (existsSync(SERVER_LOG)) expect(holds(readFileSync(SERVER_LOG, 'utf8'), number)).toBe(false)
  expect(holds(JSON.stringify(await context.cookies()), number)).toBe(false)
  expect(visited.filter((url) => holds(decodeURIComponent(url), number))).toEqual([])
  expect(await tablesHolding(order.id), 'the search itself finds what is there').toContain('public.payments')
})

/** A unique valid card number. */
function someVisa(): string {
  const middle = String(Math.floor(Math.random() * 1e14)).padStart(14, '0')
  const digits = [...'0123456789'].map((last) => `4${middle}${last}`)
  return digits.find(luhn) ?? ''
}

function holds(text: string, number: string): boolean {
  return text.replace(/[ +-]|%20/g, '').includes(number)
}

/** Every table of the server and its queue that contains a text in any row, ignoring spaces and hyphens. */
async function tablesHolding(text: string): Promise<string[]> {
  const url = process.env.E2E_DATABASE_URL ?? (await openLocalDatabase({ dataDir: DATA_DIR, join: true })).url
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const hits = await client.query(
        `SELECT FROM ${name} AS row WHERE regexp_replace(row::text, '[ -]', '', 'g') LIKE $1 LIMIT 1`,
        [`%${text}%`],
      )
      if (hits.rowCount) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}
