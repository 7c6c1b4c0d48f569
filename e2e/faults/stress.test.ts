import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import {
  faultFolder,
  type Killable,
  killRepeatedly,
  openKillable,
  paymentOf,
  STORMS,
  until,
} from './instance.ts'

/** The number of clients that write at once. */
const CLIENTS = 8

/** The acknowledged responses, which are compared with the database afterwards. */
type Acknowledged = { key: string; order: string; payment: string; refund: string; amount: number }

/**
 * The acknowledgement log is the test: clients choose their own keys, repeat until they have a definite response, and
 * record it, while the server and the database are killed.
 */
describe.each(STORMS)('a storm of writes, %s,', (name, settings) => {
  it('with kills in it loses nothing that was acknowledged and does nothing twice', {
    timeout: 600_000,
  }, async () => {
    const instance = await openKillable('storm', settings)
    await instance.start()
    const begun = Math.floor(Date.now() / 1000)
    try {
      const log = await storm(instance, name.replaceAll(' ', '-'), async (so) => {
        await killRepeatedly(instance)
        // However slow the machine is: more than the first round of each client, and a round after the last kill.
        const wanted = so.length + CLIENTS
        await until('clients go on', 300_000, async () => so.length > wanted)
      })
      expect(log.length).toBeGreaterThan(CLIENTS)
      expect(await differences(instance, log)).toEqual([])
      // Otherwise the kills have hit no statement of several requests.
      expect((await instance.sharedStatements(begun)) > 0).toBe(settings.JOIN_WRITES !== 'off')
      expect(await instance.doctor()).toMatchObject({ ok: true })
    } finally {
      await instance.stop()
    }
  })
})

describe('a storm of writes that are not flushed', () => {
  it('is noticed to lose something (the control)', {
    timeout: 600_000,
  }, async () => {
    const instance = await openKillable('storm-unsafe')
    await instance.start()
    try {
      const admin = new pg.Client({
        connectionString: databaseUrl(
          readAccess(join(faultFolder('storm-unsafe'), 'postgres.json')),
          'superuser',
          'postgres',
        ),
      })
      await admin.connect()
      // Settings of a role take precedence over those of the command line, which the server passes.
      await admin.query("ALTER ROLE counterfoil SET synchronous_commit = 'off'")
      await admin.query("ALTER SYSTEM SET wal_writer_delay = '10s'")
      await admin.query("ALTER SYSTEM SET wal_writer_flush_after = '1GB'")
      await admin.query('SELECT pg_reload_conf()')
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'counterfoil'",
      )
      await admin.end()
      // A kill can hit between the write and its log line, so a few are expected.
      let lost: string[] = []
      for (let kill = 0; kill < 3 && lost.length === 0; kill += 1) {
        const log = await storm(instance, `unsafe-${kill}`, async (so) => {
          await until('enough was acknowledged to lose', 300_000, async () => so.length >= 3 * CLIENTS)
          instance.killDatabase()
          await sleep(3000)
        })
        lost = await differences(instance, log)
      }
      expect(lost).not.toEqual([])
    } finally {
      await instance.stop()
    }
  })
})

/** Lets clients write while `trouble` runs. @returns everything that was acknowledged */
async function storm(
  instance: Killable,
  name: string,
  trouble: (so: readonly Acknowledged[]) => Promise<void>,
): Promise<Acknowledged[]> {
  const log: Acknowledged[] = []
  let going = true

  async function client(number: number): Promise<void> {
    for (let turn = 0; going; turn += 1) {
      const key = `${name}-${number}-${turn}`
      const amount = 10_000 + number * 1000 + turn
      const order = (
        await instance.insist('POST', '/orders', { amount, currency: 'INR', receipt: key }, `${key}-order`)
      ).body
      const paid = await pay(order, amount, key)
      const captured = await instance.insist(
        'POST',
        `/payments/${paid.body.id}/capture`,
        { amount },
        `${key}-capture`,
      )
      // The control run loses acknowledged writes; then it cannot continue.
      if (captured.status !== 200) return
      const refund = await instance.insist(
        'POST',
        `/payments/${paid.body.id}/refund`,
        { amount: 1000 },
        `${key}-refund`,
      )
      if (refund.status !== 201) return
      log.push({
        key,
        order: String(order.id),
        payment: String(paid.body.id),
        refund: String(refund.body.id),
        amount,
      })
    }
  }

  /** A kill before the call to the bank ends in a definite `payment_timed_out`; a payer then tries again. */
  async function pay(order: { id?: string }, amount: number, key: string) {
    for (let attempt = 1; ; attempt += 1) {
      const paid = await instance.insist(
        'POST',
        '/payments/create/json',
        paymentOf(order, amount),
        `${key}-pay-${attempt}`,
      )
      const again = paid.status === 400 && JSON.stringify(paid.body).includes('payment_timed_out')
      if (!again || !going) return paid
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
  await trouble(log).finally(() => {
    going = false
  })
  await Promise.all(clients)
  return log
}

/** One sentence for each acknowledged write that is missing, exists twice, or differs from its response. */
async function differences(instance: Killable, log: Acknowledged[]): Promise<string[]> {
  const found: string[] = []
  const say = (holds: boolean, sentence: string) => {
    if (!holds) found.push(sentence)
  }
  for (const { key, order, payment, refund, amount } of log) {
    const orders = (await instance.ask('GET', `/orders?receipt=${key}`)).body
    say(orders.count === 1, `${orders.count} orders for ${key}`)
    const { body: ordered } = await instance.ask('GET', `/orders/${order}?expand[]=payments`)
    say(
      ordered.status === 'paid' && ordered.amount_paid === amount,
      `the order of ${key} is ${ordered.status}`,
    )
    const { items = [] } = (ordered.payments ?? {}) as { items?: { captured: boolean }[] }
    say(
      items.filter(({ captured }) => captured).length === 1,
      `the payments of ${key} are ${JSON.stringify(items)}`,
    )
    const { body: paid } = await instance.ask('GET', `/payments/${payment}`)
    say(
      paid.captured === true && paid.amount_refunded === 1000,
      `the payment of ${key} is ${JSON.stringify(paid)}`,
    )
    const refunds = (await instance.ask('GET', `/payments/${payment}/refunds`)).body as {
      count?: number
      items?: { id: string }[]
    }
    say(refunds.count === 1 && refunds.items?.[0]?.id === refund, `${refunds.count} refunds for ${key}`)
  }
  return found
}
