import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelApproval } from '#lib/domain/approvals/decide.ts'
import { fetchApproval, getApprovalDetails } from '#lib/domain/approvals/get-details.ts'
import { MAX_WAITING } from '#lib/domain/approvals/request-approval.ts'
import {
  APPROVABLE,
  ApprovalDetails,
  exceededLimit,
  isLooserRequest,
  LOOSER,
} from '#lib/domain/approvals/schema.ts'
import { operations } from '#lib/domain/operations.ts'
import { createRefund, refundPayment, refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { keyOf } from '#lib/pipeline/idempotency.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import { DAY } from '#lib/values/time.ts'

let shop: ApprovalInstance
beforeAll(async () => {
  shop = await openApprovalInstance()
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

const flagged = operations.filter(({ movesMoney }) => movesMoney)
const run = (operation: Operation, input: object, as: Parameters<typeof execute>[2], key?: string) =>
  outcomeOf(
    execute(shop.instance.runtime, operation, as, input, {
      requestId: `req_${Math.random()}`,
      idempotencyKey: key,
    }).then(({ value }) => value),
  )

/** The input of each operation that moves money, with newly created records. */
const INPUTS: Record<string, () => Promise<object>> = {
  capture_payment: async () => {
    const { id } = await shop.shop.authorized(20_000)
    return { id, amount: 20_000 }
  },
  refund_payment: async () => ({ id: (await shop.shop.captured(20_000)).id, amount: 5_000 }),
  create_refund: async () => ({ payment_id: (await shop.shop.captured(20_000)).id }),
  refund_payment_if_unchanged: async () => ({
    id: (await shop.shop.captured(20_000)).id,
    amount: 5_000,
    expected_refundable: 20_000,
  }),
  transfer_payment: async () => ({
    id: (await shop.shop.captured(20_000)).id,
    transfers: [{ customer: (await shop.customer()).id, amount: 5_000, currency: 'INR' }],
  }),
  create_transfer: async () => ({
    customer_id: (await shop.customer()).id,
    amount: 5_000,
    currency: 'INR',
  }),
  update_transfer: async () => {
    const { id } = await shop.customer()
    const transfer = (await shop.give(id, 5_000, { on_hold: true })).body
    return { id: transfer.id, on_hold: false }
  },
  reverse_transfer: async () => {
    const { id } = await shop.customer()
    return { id: (await shop.give(id, 5_000)).body.id }
  },
  create_payout: async () => {
    const who = await shop.holder(50_000)
    const account = await shop.fundAccount(who)
    return { id: who.id, fund_account_id: account.id, purpose: 'refund', amount: 10_000, currency: 'INR' }
  },
  create_wallet_payment: async () => {
    const who = await shop.holder(50_000)
    const order = await shop.shop.order(10_000)
    const { email } = payer
    return {
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: who.id,
      order_id: order.id,
      amount: 10_000,
      currency: 'INR',
      contact: who.contact,
      email,
    }
  },
}

describe('every operation that moves money', () => {
  it('is known to approvals with the permission that it takes, and is one of those here', () => {
    const money = Object.entries(APPROVABLE).filter(([name]) => !isLooserRequest(name))
    const known = Object.fromEntries(money.map(([name, { permission }]) => [name, permission]))
    expect(Object.fromEntries(flagged.map(({ name, permission }) => [name, permission]))).toEqual(known)
    expect(Object.keys(INPUTS).sort()).toEqual(Object.keys(known).sort())
    const loosening = operations.filter(({ loosensLimits }) => loosensLimits)
    expect(loosening.map(({ name }) => name).sort()).toEqual([...LOOSER].sort())
    for (const { name, permission } of loosening)
      expect(permission).toBe(APPROVABLE[name as keyof typeof APPROVABLE].permission)
  })

  it.each(flagged.map((operation) => [operation.name, operation] as const))(
    '%s waits when an app without limits asks, changes nothing, and moves within limits',
    async (name, operation) => {
      const owner = await shop.person()
      const input = await INPUTS[name]?.()
      const before = await shop.instance.balance()
      const limitless = await shop.program(owner)
      const pending = await run(operation, input as object, limitless)
      expect(pending.reason).toBe('waiting_for_approval')
      expect(await shop.instance.balance()).toBe(before)
      const [approval, ...others] = await shop.approvals(limitless.id)
      expect(others).toEqual([])
      expect(approval).toMatchObject({
        id: pending.metadata?.approval_id,
        status: 'waiting',
        operation: name,
        cause: 'limit_per_call',
        user_id: owner.id,
        grant_id: limitless.id,
      })
      const within = await shop.program(owner, { perCall: 100_000, perDay: 100_000 })
      const done = await run(operation, input as object, within)
      expect(done.reason, JSON.stringify(done)).toBeUndefined()
      expect(await spendingOf(within.id)).toEqual([Number(approval?.amount)])
      expect(await spendingOf(limitless.id)).toEqual([])
    },
  )
})

const spendingOf = async (grantId: string) =>
  (
    await shop.instance.runtime.query('SELECT amount FROM grant_spending WHERE grant_id = $1 ORDER BY id', [
      grantId,
    ])
  ).rows.map(({ amount }) => Number(amount))

describe('an app', () => {
  it('never moves more than the limit of a day alone, however many calls come at once', async () => {
    const program = await shop.program(await shop.person(), { perCall: 1_000, perDay: 1_000 })
    const payments = await Promise.all(Array.from({ length: 8 }, () => shop.shop.captured(10_000)))
    const range = await Promise.all(
      payments.map(({ id }, index) =>
        run(refundPayment, { id, amount: 300 }, program, `key-${program.id}-${index}`),
      ),
    )
    expect(range.filter(({ reason }) => reason === undefined)).toHaveLength(3)
    expect(range.filter(({ reason }) => reason === 'waiting_for_approval')).toHaveLength(5)
    expect(await spendingOf(program.id)).toEqual([300, 300, 300])
    const causes = (await shop.approvals(program.id)).map(({ cause }) => cause)
    expect(causes).toEqual(Array(5).fill('limit_per_day'))
  })

  it('gets its limit of a day back as the day goes by', async () => {
    const program = await shop.program(await shop.person(), { perCall: 1_000, perDay: 1_000 })
    const { id } = await shop.shop.captured(10_000)
    const refund = () => run(refundPayment, { id, amount: 900 }, program)
    expect((await refund()).reason).toBeUndefined()
    expect((await refund()).reason).toBe('waiting_for_approval')
    await shop.instance.pass(DAY + 1)
    expect((await refund()).reason).toBeUndefined()
  })

  it('gets the same approval for the same idempotency key, and notifies no one twice', async () => {
    const program = await shop.program(await shop.person())
    const { id } = await shop.shop.captured(10_000)
    const ask = () => run(refundPayment, { id, amount: 900 }, program, `tool:${program.id}:a`)
    const range = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
    const ids = range.flatMap(({ reason, metadata }) =>
      reason === 'waiting_for_approval' ? [metadata?.approval_id] : [],
    )
    expect(new Set(ids).size).toBe(1)
    expect(
      range.every(({ reason }) => /waiting_for_approval|idempotency_key_in_use/.test(reason ?? '')),
    ).toBe(true)
    expect(await shop.approvals(program.id)).toHaveLength(1)
    const { rows } = await shop.instance.runtime.query(
      'SELECT recipient FROM mails WHERE object_id = $1 ORDER BY recipient',
      [ids[0]],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(rows.length)
  })

  it('stays held for a key that was held, though the response was lost and the limits were raised since', async () => {
    const program = await shop.program(await shop.person())
    const { id } = await shop.shop.captured(10_000)
    const key = `tool:${program.id}:lost`
    const first = await run(refundPayment, { id, amount: 900 }, program, key)
    await shop.instance.runtime.query('DELETE FROM idempotency_keys WHERE key = $1', [keyOf(program, key)])
    await shop.instance.runtime.query(
      'UPDATE oauth_grants SET limit_per_call = 100000, limit_per_day = 100000 WHERE id = $1',
      [program.id],
    )
    const again = await run(refundPayment, { id, amount: 900 }, program, key)
    expect(again.metadata?.approval_id).toBe(first.metadata?.approval_id)
    expect(await spendingOf(program.id)).toEqual([])
  })

  it('is rejected for a key that was held for another request, though the key itself was forgotten since', async () => {
    const program = await shop.program(await shop.person())
    const key = `tool:${program.id}:again`
    const ask = async (amount: number) => {
      const { id } = await shop.shop.captured(10_000)
      return run(refundPayment, { id, amount }, program, key)
    }
    expect((await ask(900)).reason).toBe('waiting_for_approval')
    await shop.instance.runtime.query('DELETE FROM idempotency_keys WHERE key = $1', [keyOf(program, key)])
    expect((await ask(800)).reason).toBe('idempotency_key_reused')
  })

  it('leaves nothing waiting under a grant that ended between the hold and the request for approval', async () => {
    const program = await shop.program(await shop.person())
    const { id } = await shop.shop.captured(10_000)
    const { prisma } = shop.instance.runtime
    let transactions = 0
    const runtime = {
      ...shop.instance.runtime,
      prisma: Object.create(prisma, {
        $transaction: {
          value: async (...work: Parameters<typeof prisma.$transaction>) => {
            transactions += 1
            if (transactions === 2)
              await shop.instance.runtime.query(
                "UPDATE oauth_grants SET revoked_at = 1, revoked_by = 'x', revoked_reason = 'x' WHERE id = $1",
                [program.id],
              )
            return prisma.$transaction(...work)
          },
        },
      }),
    }
    const errorOf = await outcomeOf(
      execute(runtime, refundPayment, program, { id, amount: 900 }, { requestId: 'req_1' }),
    )
    expect(errorOf.reason).toBe('permission_denied')
    expect(await shop.approvals(program.id)).toEqual([])
  })

  it('is rejected when its grant has ended since the call was authorized', async () => {
    const program = await shop.program(await shop.person(), { perCall: 100_000, perDay: 100_000 })
    await shop.instance.runtime.query(
      "UPDATE oauth_grants SET revoked_at = 1, revoked_reason = 'person' WHERE id = $1",
      [program.id],
    )
    const { id } = await shop.shop.captured(10_000)
    expect((await run(refundPayment, { id }, program)).reason).toBe('permission_denied')
  })

  it('is held to the thresholds of refunds before its own limits, those of the role behind it included', async () => {
    const support = await shop.person('support')
    const program = await shop.program(support, { perCall: 100, perDay: 100_000 })
    const { id } = await shop.shop.captured(10_000)
    const ask = (operation: object, input: object) => run(operation as Operation, input, program)
    await shop.thresholds(5_000, { support: 1_000 })
    const causes = []
    for (const amount of [500, 1_001, 5_001]) {
      const pending = await ask(createRefund, { payment_id: id, amount })
      causes.push(pending.metadata?.cause)
    }
    await shop.thresholds(null)
    expect(causes).toEqual(['limit_per_call', 'role_threshold', 'merchant_threshold'])
  })

  it('has no more than a few requests wait at once, and the same one as often as it asks', async () => {
    const program = await shop.program(await shop.person())
    const { id } = await shop.shop.captured(100_000)
    const ask = (at: number) =>
      run(refundPayment, { id, amount: 900 + at }, program, `tool:${program.id}:${at}`)
    for (let at = 0; at < MAX_WAITING; at += 1) expect((await ask(at)).reason).toBe('waiting_for_approval')
    expect((await ask(MAX_WAITING)).reason).toBe('too_many_approvals')
    expect((await ask(0)).reason).toBe('waiting_for_approval')
    expect(await shop.approvals(program.id)).toHaveLength(MAX_WAITING)
  })

  it('pays with no card of a payer', async () => {
    const program = await shop.program(await shop.person(), { perCall: 100_000, perDay: 100_000 })
    const order = await shop.shop.order(10_000)
    const create = operations.find(({ name }) => name === 'create_payment') as Operation
    const input = { ...payer, order_id: order.id, amount: 10_000, method: 'card', card: goodCard }
    expect((await run(create, input, program)).reason).toBe('permission_denied')
  })
})

describe('a person', () => {
  it('refunds alone up to the threshold of the merchant and of their role, and not above', async () => {
    await shop.thresholds(10_000, { support: 2_000 })
    const refund = async (role: 'support' | 'finance', amount: number) => {
      const { id } = await shop.shop.captured(50_000)
      const input = { id, amount, expected_refundable: 50_000, notes: { reason: 'Goods returned' } }
      const person = await shop.person(role)
      const ended = await run(refundPaymentIfUnchanged, input, person)
      const requested = ended.metadata?.approval_id
      if (requested) {
        const found = await run(getApprovalDetails, { id: requested }, person)
        const [above, of] = role === 'support' ? [2_000, 'support'] : [10_000, null]
        expect(found.value).toMatchObject({ threshold: above, role: of })
        expect(exceededLimit(ApprovalDetails.parse(found.value), (amount) => `${amount} paise`)).toBe(
          role === 'support'
            ? 'The approval threshold of the role support for refunds is 2000 paise.'
            : 'The approval threshold for refunds is 10000 paise.',
        )
      }
      return ended.metadata?.cause ?? 'moved'
    }
    expect(await refund('support', 2_000)).toBe('moved')
    expect(await refund('support', 2_001)).toBe('role_threshold')
    expect(await refund('finance', 2_001)).toBe('moved')
    expect(await refund('finance', 10_000)).toBe('moved')
    expect(await refund('finance', 10_001)).toBe('merchant_threshold')
    await shop.thresholds(null)
    expect(await refund('finance', 10_001)).toBe('moved')
  })

  it('gives a reason for a refund that someone else decides on', async () => {
    await shop.thresholds(10_000)
    const { id } = await shop.shop.captured(50_000)
    const request = { id, amount: 20_000, expected_refundable: 50_000 }
    const support = await shop.person('support')
    expect((await run(refundPaymentIfUnchanged, request, support)).reason).toBe('input_validation_failed')
    expect(await shop.approvals(support.id)).toEqual([])
    const withReason = { ...request, notes: { reason: 'Goods returned' } }
    expect((await run(refundPaymentIfUnchanged, withReason, support)).reason).toBe('waiting_for_approval')
    await shop.thresholds(null)
  })

  it('settles the amount when they ask, so that no more moves than was approved', async () => {
    const support = await shop.person('support')
    const { id } = await shop.shop.captured(8_000)
    await shop.thresholds(1_000)
    const pending = await run(refundPayment, { id }, support)
    await shop.thresholds(null)
    const approval = await shop.approval(pending.metadata?.approval_id ?? '')
    expect(approval?.input).toMatchObject({ id, amount: 8_000 })
    expect(Number(approval?.amount)).toBe(8_000)
  })

  it('is announced by email to those who can decide it, and not to the requester', async () => {
    const requester = await shop.person('finance')
    const other = await shop.person('finance')
    const support = await shop.person('support')
    const { id } = await shop.shop.captured(8_000)
    await shop.thresholds(1_000)
    const pending = await run(refundPayment, { id }, requester)
    await shop.thresholds(null)
    const { rows } = await shop.instance.runtime.query(
      'SELECT recipient, text FROM mails WHERE object_id = $1',
      [pending.metadata?.approval_id],
    )
    const recipients = rows.map(({ recipient }) => recipient)
    expect(recipients).toContain(other.name)
    expect(recipients).not.toContain(requester.name)
    expect(recipients).not.toContain(support.name)
    expect(rows[0]?.text).toContain(`/approvals/${pending.metadata?.approval_id}`)
  })
})

describe('the same request again while one waits', () => {
  const refunds: Operation[] = [refundPayment, createRefund, refundPaymentIfUnchanged]
  const notes = { reason: 'Goods returned' }
  const inputs = (id: string, amount: number) => [
    { id, amount, notes },
    { payment_id: id, amount, notes },
    { id, amount, expected_refundable: 10_000, notes },
  ]

  it('finds the approval that waits, whatever its idempotency key and its name, also at once', async () => {
    const requester = await shop.person('support')
    const { id } = await shop.shop.captured(10_000)
    await shop.thresholds(1_000)
    const ask = (amount: number, at: number) =>
      run(
        refunds[at % 3] as Operation,
        inputs(id, amount)[at % 3] as object,
        requester,
        `key-${id}-${amount}-${at}`,
      )
    const range = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => ask(2_000, at)))
    const again = await ask(2_000, 7)
    const other = await ask(3_000, 0)
    const another = await run(refunds[0] as Operation, { id, amount: 2_000 }, await shop.person('support'))
    await shop.thresholds(null)
    // It stays held even if a change of the thresholds would let it pass now.
    const later = await ask(2_000, 9)
    expect(new Set([...range, again, later].map(({ metadata }) => metadata?.approval_id)).size).toBe(1)
    expect(range.filter(({ metadata }) => metadata?.already_waiting === undefined)).toHaveLength(1)
    expect([again, later].map(({ metadata }) => metadata?.already_waiting)).toEqual(['true', 'true'])
    expect((await shop.approvals(requester.id)).map(({ amount }) => Number(amount)).sort()).toEqual([
      2_000, 3_000,
    ])
    expect(new Set([range[0], other, another].map((end) => end?.metadata?.approval_id)).size).toBe(3)
    expect((await shop.shop.fetch(id)).amount_refunded).toBe(0)
  })

  it('is a new one once the first is decided, and a repeat of the first still finds the first', async () => {
    const requester = await shop.person('support')
    const { id } = await shop.shop.captured(10_000)
    await shop.thresholds(1_000)
    const ask = (key: string) => run(refundPayment, { id, amount: 2_000 }, requester, key)
    const first = await ask(`first-${id}`)
    const second = await ask(`second-${id}`)
    await run(cancelApproval, { id: first.metadata?.approval_id ?? '' }, requester)
    const third = await ask(`third-${id}`)
    await shop.thresholds(null)
    expect(second.metadata?.approval_id).toBe(first.metadata?.approval_id)
    expect(third.metadata?.approval_id).not.toBe(first.metadata?.approval_id)
    expect((await ask(`second-${id}`)).metadata?.approval_id).toBe(first.metadata?.approval_id)
  })
})

describe('an app on several devices', () => {
  it('has one request wait for one movement, though it registered at each device, also at once', async () => {
    const person = await shop.person()
    const named = { perCall: 100, perDay: 100, name: 'Pocket Helper' }
    const devices = [await shop.program(person, named), await shop.program(person, named)]
    const { id } = await shop.shop.captured(10_000)
    const range = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) =>
        run(refundPayment, { id, amount: 300 }, devices[at % 2] as (typeof devices)[0], `device-${id}-${at}`),
      ),
    )
    const [approval, ...others] = new Set(range.map(({ metadata }) => metadata?.approval_id))
    expect(others).toEqual([])
    // Each of them can read and withdraw it.
    for (const device of devices)
      expect(await shop.instance.run(fetchApproval, { id: approval ?? '' }, undefined, device)).toMatchObject(
        {
          status: 'waiting',
        },
      )
    // An app of another name, and one of the same name for another person, have their own.
    const elsewhere = [
      await shop.program(person, { ...named, name: 'Another Helper' }),
      await shop.program(await shop.person(), named),
    ]
    for (const other of elsewhere) {
      const { metadata } = await run(refundPayment, { id, amount: 300 }, other)
      expect(metadata?.approval_id).not.toBe(approval)
      await expect(
        shop.instance.run(fetchApproval, { id: approval ?? '' }, undefined, other),
      ).rejects.toMatchObject({ reason: 'record_not_found' })
    }
  })

  it('is recognized on any loopback port, and not elsewhere under the same name', async () => {
    const person = await shop.person()
    const named = { perCall: 100, perDay: 100, name: 'Loopback Helper' }
    const at = (redirectHost: string) => shop.program(person, { ...named, redirectHost })
    const [first, second] = [await at('localhost:49152'), await at('127.0.0.1:33418')]
    const { id } = await shop.shop.captured(10_000)
    const approvalOf = async (app: typeof first) =>
      (await run(refundPayment, { id, amount: 300 }, app)).metadata?.approval_id ?? ''
    const approval = await approvalOf(first)
    expect(await approvalOf(second)).toBe(approval)
    for (const impostor of [
      await at('evil.example'),
      await at('loopback-helper:'),
      await at('localhost.evil.example'),
    ]) {
      for (const operation of [fetchApproval, cancelApproval])
        await expect(
          shop.instance.run(operation as typeof fetchApproval, { id: approval }, undefined, impostor),
        ).rejects.toMatchObject({ reason: 'record_not_found' })
      expect(await approvalOf(impostor)).not.toBe(approval)
    }
    expect(await shop.instance.run(cancelApproval, { id: approval }, undefined, second)).toMatchObject({
      status: 'withdrawn',
    })
  })

  it('has no more than the limit of a day under its name, wherever it redirects to', async () => {
    const person = await shop.person()
    const named = { perCall: 1_000, perDay: 1_000, name: 'Roaming Helper' }
    const [here, there] = [
      await shop.program(person, { ...named, redirectHost: 'localhost:49152' }),
      await shop.program(person, { ...named, redirectHost: 'app.example.com' }),
    ]
    const { id } = await shop.shop.captured(10_000)
    expect((await run(refundPayment, { id, amount: 800 }, here)).reason).toBeUndefined()
    expect((await run(refundPayment, { id, amount: 300 }, there)).metadata?.cause).toBe('limit_per_day')
  })

  it('shares its limit of a day over its connections for a person, though it registered at each device', async () => {
    const person = await shop.person()
    const limits = { perCall: 1_000, perDay: 1_000 }
    const named = { ...limits, name: 'Device Helper' }
    const devices = [await shop.program(person, named), await shop.program(person, named)]
    const payments = await Promise.all(Array.from({ length: 8 }, () => shop.shop.captured(10_000)))
    const range = await Promise.all(
      payments.map(({ id }, index) =>
        run(refundPayment, { id, amount: 300 }, devices[index % 2] as (typeof devices)[0]),
      ),
    )
    expect(range.filter(({ reason }) => reason === undefined)).toHaveLength(3)
    const causes = (await Promise.all(devices.map(({ id }) => shop.approvals(id)))).flat()
    expect(causes.map(({ cause }) => cause)).toEqual(Array(5).fill('limit_per_day'))
    // However the name is spelled.
    for (const name of [
      'DEVICE HELPER',
      'Device-Helper',
      'device  helper.',
      'Ｄｅｖｉｃｅ Helper',
      'Dévice Helper',
      'Dеvісе HeIper',
    ]) {
      const spelled = await shop.program(person, { ...limits, name })
      const { metadata } = await run(refundPayment, { id: payments[0]?.id, amount: 300 }, spelled)
      expect(metadata?.cause, name).toBe('limit_per_day')
    }
    // An app of another name, and one of the same name for another person, have their own.
    for (const other of [
      await shop.program(person, { ...limits, name: 'Another Helper' }),
      await shop.program(await shop.person(), named),
    ])
      expect((await run(refundPayment, { id: payments[0]?.id, amount: 1_000 }, other)).reason).toBeUndefined()
  })
})
