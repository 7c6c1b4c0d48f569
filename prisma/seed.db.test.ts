import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { closeDatabase, database } from '#lib/database/client.ts'
import { fetchFirstSteps } from '#lib/domain/overview/first-steps.ts'
import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { closeRuntime, runtime } from '#lib/runtime.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { NETWORKS } from '#lib/values/card.ts'
import { newId } from '#lib/values/id.ts'
import { ROLES } from '#lib/values/permissions.ts'
import { DECLINES } from './demo/instruments.ts'
import { seed } from './seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-seed-'))
const demoFile = join(folder, 'demo.json')
const TAKEN = 'viewer@counterfoil.example'
let drop: () => Promise<void>

/** The time before the history was written, in milliseconds. */
let begun = 0
beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('SECRET_KEY', randomBytes(32).toString('base64'))
  // The remains of an earlier run: a person of an earlier demo merchant, and half a file.
  await rows(
    `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('usr_1', $1, 'Somebody', 'kept', 1)`,
    [TAKEN],
  )
  writeFileSync(`${demoFile}.unfinished`, '{"base_url": "http')
  begun = Date.now()
  await seed({ demoFile })
  // Some seconds of computing; many more where others compute too.
}, 600_000)

afterAll(async () => {
  await closeRuntime()
  await closeDatabase()
  await drop()
  rmSync(folder, { recursive: true })
})

async function rows(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database().pool.query(text, values)).rows
}

/** The different values of a column, sorted. */
async function distinct(column: string, table: string): Promise<unknown[]> {
  const found = await rows(`SELECT DISTINCT ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`)
  return found.map(({ value }) => value).sort()
}

describe('the demo history', () => {
  it('has refunds that took two people: one approved and paid back, one rejected, and one that still waits', async () => {
    const found = await rows(
      `SELECT approval.status, refund.status AS refund, approval.expires_at > extract(epoch FROM now()) AS open,
              approval.decision_reason IS NOT NULL AS explained
       FROM approvals approval LEFT JOIN refunds refund ON refund.account_id = approval.account_id
         AND refund.payment_id = approval.object_id AND refund.amount = approval.amount
       ORDER BY approval.created_at`,
    )
    expect(found).toEqual([
      { status: 'approved', refund: 'processed', open: false, explained: false },
      { status: 'rejected', refund: null, open: false, explained: true },
      { status: 'waiting', refund: null, open: true, explained: false },
    ])
  })

  it('has documents of every purpose and type, whose bytes are stored, and most of them are used', async () => {
    expect(await distinct('purpose', 'documents')).toEqual([
      'dispute_evidence',
      'kyc_proof',
      'opgsp_awb',
      'other',
    ])
    expect(await distinct('mime_type', 'documents')).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
    const stored = await rows('SELECT storage_key, sha256, size FROM documents')
    for (const { storage_key, sha256, size } of stored) {
      const bytes = readFileSync(join(folder, 'storage', String(storage_key)))
      expect(bytes.length).toBe(size)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    expect((await rows('SELECT 1 FROM document_links')).length).toBe(stored.length - 1)
  })

  it('has every status of orders, payments and refunds', async () => {
    expect(await distinct('status', 'orders')).toEqual(['attempted', 'created', 'paid'])
    expect(await distinct('status', 'payments')).toEqual([
      'authorized',
      'captured',
      'created',
      'failed',
      'refunded',
    ])
    expect(await distinct('status', 'refunds')).toEqual(['failed', 'pending', 'processed'])
  })

  it('has every method, network, bank, wallet and reason to fail', async () => {
    expect(await distinct('method', 'payments')).toEqual(['card', 'netbanking', 'upi', 'wallet'])
    expect(await distinct('network', 'cards')).toEqual(NETWORKS.filter((name) => name !== 'Unknown').sort())
    expect(await distinct('wallet', 'payments')).toEqual([...Object.keys(WALLETS), 'openwallet'].sort())
    expect(await distinct('bank', 'payments')).toEqual(expect.arrayContaining(Object.keys(BANKS)))
    expect(await distinct('error_reason', 'payments')).toEqual(Object.keys(DECLINES).sort())
  })

  it('has the rare cases', async () => {
    const counts: Record<string, string> = {
      'lapsed authorizations': `payments WHERE status = 'refunded' AND NOT captured`,
      'late authorizations': `payments WHERE vpa = 'late@upi' AND captured`,
      'late money sent back': `payments WHERE vpa = 'late@upi' AND status = 'refunded' AND NOT captured`,
      'orders paid in part': 'orders WHERE amount_paid > 0 AND amount_paid < amount',
      'orders paid in parts': `orders WHERE partial_payment AND status = 'paid' AND attempts > 1`,
      'refunds that fell back to normal speed': `refunds WHERE speed_requested = 'optimum' AND speed_processed = 'normal'`,
      'instant refunds': `refunds WHERE speed_processed = 'instant'`,
      'foreign cards': 'payments WHERE international',
      'purchases over a lakh': 'orders WHERE amount > 10000000',
      'captures by a person': `audit_lines WHERE action = 'capture_payment' AND actor_kind = 'user'`,
      'captures by a program': `audit_lines WHERE action = 'capture_payment' AND actor_kind = 'key'`,
      'refunds by the platform': `refunds WHERE created_by LIKE 'system:%' AND automatic`,
      'refunds by a person': `refunds WHERE created_by LIKE 'user:finance%'`,
    }
    for (const [what, from] of Object.entries(counts)) {
      const [found] = await rows(`SELECT count(*)::int AS count FROM ${from}`)
      expect.soft(found?.count, what).toBeGreaterThan(0)
    }
  })

  it('has payouts in every status, of which the one that came back is whole in its wallet again', async () => {
    expect(await distinct('status', 'payouts')).toEqual(['processed', 'processing', 'reversed'])
    const [back] = await rows(
      `SELECT entry.credit::int AS credit, (payout.amount + payout.fees + payout.tax)::int AS total
       FROM payouts payout JOIN customer_transactions entry ON entry.source = payout.id AND entry.type = 'refund'`,
    )
    expect(back?.credit).toBeGreaterThan(0)
    expect(back?.credit).toBe(back?.total)
    expect(await distinct('active', 'fund_accounts')).toEqual([false, true])
  })

  it('has wallets that prove themselves: loads, cashback, payments, refunds, reversals, and transfers on hold', async () => {
    expect(await distinct("split_part(source, '_', 1)", 'customer_transactions')).toEqual(
      expect.arrayContaining(['pay', 'rfnd', 'rvrsl', 'trf']),
    )
    expect(await distinct('status', 'transfers')).toEqual(['created', 'processed'])
    expect(
      await rows(`SELECT customer_id FROM wallets wallet WHERE balance <> (SELECT COALESCE(sum(credit - debit), 0)
        FROM customer_transactions line WHERE line.account_id = wallet.account_id AND line.customer_id = wallet.customer_id)`),
    ).toEqual([])
  })

  it('has an endpoint that is paused, with deliveries that arrived at once, later and never, as the dispatcher writes them', async () => {
    const [endpoint, ...others] = await rows(
      `SELECT endpoint.*, account.mode FROM webhook_endpoints endpoint JOIN accounts account ON account.id = endpoint.account_id`,
    )
    expect(others).toEqual([])
    expect(endpoint).toMatchObject({ mode: 'test', active: false, failing_since: null, disabled_at: null })
    expect(String(endpoint?.url)).toMatch(/\.example\//)
    const found = await rows(
      `SELECT state, count(*)::int AS count, max(attempts)::int AS attempts FROM webhook_deliveries GROUP BY 1 ORDER BY 1`,
    )
    expect(found).toEqual([
      { state: 'delivered', count: expect.any(Number), attempts: expect.any(Number) },
      { state: 'failed', count: 1, attempts: expect.any(Number) },
    ])
    const [delivered, failed] = found
    expect(delivered?.count).toBeGreaterThan(30)
    // The pauses grow, so what was away for half an hour is there after some attempts; a day is many.
    expect(delivered?.attempts).toBeGreaterThan(4)
    expect(failed?.attempts).toBeGreaterThan(20)
    expect(
      await rows(
        `SELECT 1 FROM webhook_deliveries delivery WHERE attempts <> (SELECT count(*) FROM webhook_attempts attempt
           WHERE attempt.endpoint_id = delivery.endpoint_id AND attempt.event_id = delivery.event_id)
         OR delivered_at - created_at NOT BETWEEN 0 AND 86400`,
      ),
    ).toEqual([])
    // The demo sends nothing: nothing is queued, and later events have no receiver.
    expect(
      await rows(`SELECT 1 FROM webhook_deliveries WHERE due_at IS NOT NULL OR leased_by IS NOT NULL`),
    ).toEqual([])
  })

  it('is of a size to be looked at, in a past that does not reach the future', async () => {
    const [order] = await rows(
      `SELECT count(*)::int AS count, count(DISTINCT receipt)::int AS receipts,
              max(created_at) <= extract(epoch FROM now()) AS past FROM orders`,
    )
    expect(order).toMatchObject({ past: true, receipts: order?.count })
    expect(order?.count).toBeGreaterThan(300)
  })

  it('completes none of the first steps', async () => {
    const { test: key } = JSON.parse(readFileSync(demoFile, 'utf8')) as { test: { key_id: string } }
    const [account] = await rows('SELECT account_id FROM api_keys WHERE id = $1', [key.key_id])
    const system = await systemActor(runtime().query, String(account?.account_id), 'test')
    const meta = { requestId: newId('request', Date.now()) }
    const { value } = await execute(runtime(), fetchFirstSteps, system, {}, meta)
    const { called, ordered, captured, refunded, delivered, has_payment } = value
    expect([called, ordered, captured, refunded, delivered]).toEqual([false, false, false, false, false])
    expect(has_payment).toBe(true)
  })

  it('holds what must always hold', async () => {
    expect(await checkInvariants(database().query)).toEqual([])
    expect(await rows(`SELECT id FROM bank_operations WHERE state = 'reserved'`)).toEqual([])
  })
})

describe('the present', () => {
  it('has authorizations that expire within a day, and later', async () => {
    const [found] = await rows(
      `SELECT count(*) FILTER (WHERE hours BETWEEN 0 AND 24)::int AS soon, count(*) FILTER (WHERE hours > 24)::int AS later
       FROM (SELECT (capture_by - extract(epoch FROM now())) / 3600 AS hours FROM payments WHERE status = 'authorized') open`,
    )
    expect(found?.soon).toBeGreaterThanOrEqual(3)
    expect(found?.later).toBeGreaterThanOrEqual(3)
  })

  it('leaves a job for everything that is not over', async () => {
    const waiting = await rows(
      `SELECT id FROM refunds WHERE status = 'pending' AND id NOT IN
         (SELECT data->>'refund_id' FROM pgboss.job WHERE name = 'process-refund')
       UNION ALL SELECT id FROM payouts WHERE status = 'processing' AND id NOT IN
         (SELECT data->>'payout_id' FROM pgboss.job WHERE name = 'process-payout')
       UNION ALL SELECT id FROM transfers WHERE on_hold_until IS NOT NULL AND id NOT IN
         (SELECT data->>'transfer_id' FROM pgboss.job WHERE name = 'release-transfer')
       UNION ALL SELECT id FROM payments WHERE status = 'authorized' AND id NOT IN
         (SELECT data->>'payment_id' FROM pgboss.job WHERE name = 'expire-authorization')
       UNION ALL SELECT id FROM payments WHERE status = 'created' AND id NOT IN
         (SELECT data->>'payment_id' FROM pgboss.job WHERE name = 'ask-late-reply')`,
    )
    expect(waiting).toEqual([])
    const [late] = await rows(
      `SELECT count(*)::int AS count FROM pgboss.job WHERE start_after < to_timestamp($1) - interval '1 minute'`,
      [begun / 1000],
    )
    expect(late?.count).toBe(0)
  })
})

describe('demo.json', () => {
  const read = () => JSON.parse(readFileSync(demoFile, 'utf8'))

  it('is for its owner only, and has the documented properties and the staff', () => {
    expect(statSync(demoFile).mode & 0o777).toBe(0o600)
    const key = (mode: string) => ({
      key_id: expect.stringMatching(`^key_${mode}_\\w{14}$`),
      key_secret: expect.stringMatching(/^\w{32}$/),
    })
    expect(read()).toEqual({
      base_url: 'http://localhost:3000',
      mcp_url: 'http://localhost:3000',
      email: expect.stringMatching(/@counterfoil\.example$/),
      password: expect.stringMatching(/^\w{20}$/),
      test: key('test'),
      live: key('live'),
      staff: Object.fromEntries(
        ROLES.map((role) => [role, { email: expect.any(String), password: read().password }]),
      ),
    })
    expect(read().email).toBe(read().staff.owner.email)
  })

  it('leaves the people alone who have its addresses already', async () => {
    expect(read().staff.viewer.email).not.toBe(TAKEN)
    expect(await rows('SELECT password_hash FROM users WHERE email = $1', [TAKEN])).toEqual([
      { password_hash: 'kept' },
    ])
  })

  it('is found again after a crash between the commit and the last step', async () => {
    const before = read()
    renameSync(demoFile, `${demoFile}.unfinished`)
    await seed({ demoFile })
    expect(read()).toEqual(before)
    expect(existsSync(`${demoFile}.unfinished`)).toBe(false)
    expect(await rows('SELECT count(*)::int AS count FROM merchants')).toEqual([{ count: 1 }])
  })
})
