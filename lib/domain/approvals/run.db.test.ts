import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApproval, cancelApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import {
  fetchApproval,
  fetchApprovalTimeline,
  getApprovalDetails,
} from '#lib/domain/approvals/get-details.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { resultIdOf } from '#lib/domain/approvals/schema.ts'
import { operations } from '#lib/domain/operations.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { between } from '#lib/testing/at-once.ts'
import { payer } from '#lib/testing/instance.ts'
import { killedAt } from '#lib/testing/killed-at.ts'
import { DAY, MINUTE } from '#lib/values/time.ts'

let shop: ApprovalInstance
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
})
afterAll(async () => {
  await shop.instance.pass(DAY * 2)
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

const run = (operation: Operation, input: object, as: Actor, key?: string) =>
  outcomeOf(
    execute(shop.instance.runtime, operation, as, input, {
      requestId: `req_${Math.random()}`,
      idempotencyKey: key,
    }).then(({ value }) => value as Record<string, unknown>),
  )
const account = () => shop.instance.actor.account.id
const carryOut = (id: string, runtime: Runtime = shop.instance.runtime) => runApproval(runtime, account(), id)

/** A refund of 900 by an app that needs approval. */
async function waiting(as?: Actor) {
  const program = as ?? (await shop.program(owner))
  const { id: payment } = await shop.shop.captured(10_000)
  const pending = await run(refundPayment, { id: payment, amount: 900 }, program)
  return { id: pending.metadata?.approval_id ?? '', payment, program }
}
const refundsOf = async (payment: string) =>
  (await shop.instance.runtime.query('SELECT * FROM refunds WHERE payment_id = $1', [payment])).rows

/** The entries of its timeline, newest first. */
const happenedTo = async (id: string) => {
  const { value } = await run(fetchApprovalTimeline, { id }, owner)
  return ((value?.items ?? []) as { what: string }[]).map(({ what }) => what)
}

describe('what is approved', () => {
  it('runs once for the requester, with the approver on the audit line', async () => {
    const { id, payment, program } = await waiting()
    const admin = await shop.person('admin')
    expect((await run(approveApproval, { id }, admin)).value).toMatchObject({
      status: 'approved',
      finished_at: null,
    })
    await Promise.allSettled([carryOut(id), carryOut(id), carryOut(id)])
    await carryOut(id)
    const [refund, ...others] = await refundsOf(payment)
    expect(others).toEqual([])
    expect(refund).toMatchObject({ created_by: `client:${program.name}` })
    const result = await run(fetchApproval, { id }, program)
    expect(result.value).toMatchObject({
      status: 'approved',
      result: { id: refund?.id, entity: 'refund', amount: 900 },
    })
    expect(result.value?.message).toMatch(/completed/)
    expect(await happenedTo(id)).toEqual(['finish_approval', 'approve_approval', 'ask_for_approval'])
    const { rows } = await shop.instance.runtime.query(
      "SELECT actor_kind, details FROM audit_lines WHERE object_id = $1 AND action = 'refund_payment'",
      [refund?.id],
    )
    expect(rows).toEqual([{ actor_kind: 'client', details: { approval_id: id, approved_by: admin.name } }])
  })

  it('does not count towards what the app may move alone', async () => {
    const program = await shop.program(owner, { perCall: 500, perDay: 500 })
    const { id, payment } = await waiting(program)
    await run(approveApproval, { id }, owner)
    await carryOut(id)
    expect(await refundsOf(payment)).toHaveLength(1)
    expect((await run(refundPayment, { id: payment, amount: 500 }, program)).reason).toBeUndefined()
    expect((await run(refundPayment, { id: payment, amount: 100 }, program)).metadata?.cause).toBe(
      'limit_per_day',
    )
  })

  it('says whether the request log has its request', async () => {
    const { id } = await waiting()
    const stored = async () => (await run(getApprovalDetails, { id }, owner)).value?.request_kept
    expect(await stored()).toBe(false)
    await shop.instance.runtime.query(
      `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, created_at)
       SELECT account_id, request_id, 'api', 'POST', '/v1/refunds', 200, 1, 'key', 'key', 1 FROM approvals WHERE id = $1`,
      [id],
    )
    expect(await stored()).toBe(true)
  })

  it('is carried out by the job when the process that approved it died', async () => {
    const { id, payment } = await waiting()
    await run(approveApproval, { id }, owner)
    await shop.instance.pass(MINUTE)
    expect(await refundsOf(payment)).toHaveLength(1)
  })

  it('fails with a sentence when it cannot be carried out any more', async () => {
    const { id, payment } = await waiting()
    expect((await run(refundPayment, { id: payment }, shop.instance.actor)).reason).toBeUndefined()
    await run(approveApproval, { id }, owner)
    await carryOut(id)
    expect((await run(getApprovalDetails, { id }, owner)).value).toMatchObject({
      status: 'failed',
      error: { reason: 'payment_already_refunded', description: expect.stringMatching(/\.$/) },
    })
    expect(await refundsOf(payment)).toHaveLength(1)
    expect(await happenedTo(id)).toEqual(['fail_approval', 'approve_approval', 'ask_for_approval'])
  })

  it('says the amounts of its error in the currency to people, and in the smallest unit to apps', async () => {
    const { id, payment } = await waiting()
    const most = { id: payment, amount: 9_500 }
    expect((await run(refundPayment, most, shop.instance.actor)).reason).toBeUndefined()
    await run(approveApproval, { id }, owner)
    await carryOut(id)
    const { value } = await run(getApprovalDetails, { id }, owner)
    expect(value).toMatchObject({
      error: {
        description: expect.stringMatching(/\b500\b/),
        shown: expect.stringMatching(/^(?!.*\b500\b).*₹5\.00/),
      },
    })
    const fetched = (await run(fetchApproval, { id }, owner)).value
    expect(Object.keys(fetched?.error ?? {})).toEqual(['reason', 'description'])
  })

  it('has failed when the bank declined the capture, though it said so to the settle task only', async () => {
    const { id: payment } = await shop.shop.authorized(10_000)
    const request = { id: payment, amount: 10_000 }
    const pending = await run(capturePayment, request, await shop.program(owner))
    const id = pending.metadata?.approval_id ?? ''
    await run(approveApproval, { id }, owner)
    const silent = between(shop.instance, () => ({
      capture: () => Promise.reject(refused('acquirer_unavailable')),
    }))
    await expect(carryOut(id)).rejects.toMatchObject({ reason: 'acquirer_unavailable' })
    silent()
    // The state that the settle task leaves after the bank declined.
    await shop.instance.runtime.query(
      "UPDATE bank_operations SET state = 'failed', finished_at = 1 WHERE payment_id = $1 AND kind = 'capture'",
      [payment],
    )
    await shop.instance.runtime.query('UPDATE payments SET operation = NULL WHERE id = $1', [payment])
    await carryOut(id)
    expect((await run(getApprovalDetails, { id }, owner)).value).toMatchObject({
      status: 'failed',
      result: null,
      error: { reason: 'approval_used', description: expect.stringContaining('no money was moved') },
    })
  })

  it.each([
    ['the grant was ended', "UPDATE oauth_grants SET revoked_at = 1, revoked_reason = 'x' WHERE id = $1"],
    [
      'the app was blocked',
      `INSERT INTO oauth_blocks SELECT account.merchant_id, client_id, client_name, NULL, 'x', 1
       FROM oauth_grants grants JOIN accounts account ON account.id = grants.account_id WHERE grants.id = $1`,
    ],
    [
      'the person was disabled',
      'UPDATE users SET disabled_at = 1 WHERE id = (SELECT user_id FROM oauth_grants WHERE id = $1)',
    ],
    [
      'the role may refund no more',
      "UPDATE memberships SET role = 'viewer' WHERE user_id = (SELECT user_id FROM oauth_grants WHERE id = $1)",
    ],
  ])('fails, and nothing moves, when %s meanwhile', async (_, change) => {
    const program = await shop.program(await shop.person('finance'))
    const { id, payment } = await waiting(program)
    await shop.instance.runtime.query(change, [program.id])
    await run(approveApproval, { id }, owner)
    await carryOut(id)
    expect((await shop.approval(id))?.status).toBe('failed')
    expect((await shop.approval(id))?.error).toMatchObject({ reason: 'permission_denied' })
    expect(await refundsOf(payment)).toEqual([])
  })
})

describe('who decides', () => {
  it('is one of two who approve at once, and the other reads that it was', async () => {
    const { id, payment } = await waiting()
    const people = await Promise.all([shop.person('finance'), shop.person('admin'), shop.person('owner')])
    const range = await Promise.all(people.map((person) => run(approveApproval, { id }, person)))
    expect(range.filter(({ reason }) => reason === undefined)).toHaveLength(1)
    expect(range.filter(({ reason }) => reason === 'approval_decided')).toHaveLength(2)
    await carryOut(id)
    expect(await refundsOf(payment)).toHaveLength(1)
  })

  it('is one of two who approve and reject at once, every time', async () => {
    const [finance, admin] = await Promise.all([shop.person('finance'), shop.person('admin')])
    for (let round = 0; round < 6; round += 1) {
      const { id, payment } = await waiting()
      const range = await Promise.all([
        run(approveApproval, { id }, finance),
        run(rejectApproval, { id, reason: 'Not this one.' }, admin),
      ])
      expect(range.filter(({ reason }) => reason === undefined)).toHaveLength(1)
      await carryOut(id)
      const approved = range[0]?.reason === undefined
      expect(await refundsOf(payment)).toHaveLength(approved ? 1 : 0)
      expect((await shop.approval(id))?.status).toBe(approved ? 'approved' : 'rejected')
    }
  })

  it('is never the requester, nor above a threshold the person behind the app', async () => {
    const [finance, other, support] = await Promise.all([
      shop.person('finance'),
      shop.person('finance'),
      shop.person('support'),
    ])
    await shop.thresholds(500)
    const request = await waiting(finance)
    const byProgram = await waiting(await shop.program(finance, { perCall: 10_000, perDay: 10_000 }))
    await shop.thresholds(null)
    const overLimit = await waiting(await shop.program(finance))
    for (const { id } of [request, byProgram]) {
      expect((await run(approveApproval, { id }, finance)).reason).toBe('approval_takes_another')
      expect((await run(rejectApproval, { id, reason: 'No.' }, finance)).reason).toBe(
        'approval_takes_another',
      )
      expect((await run(approveApproval, { id }, support)).reason).toBe('permission_denied')
      expect((await run(approveApproval, { id }, other)).reason).toBeUndefined()
    }
    expect((await run(approveApproval, { id: overLimit.id }, finance)).reason).toBeUndefined()
  })

  it('is a person, who could do it themselves', async () => {
    const { id, program } = await waiting()
    const all = { ...program, permissions: owner.permissions }
    expect((await run(approveApproval, { id }, all)).reason).toBe('permission_denied')
    const weak = {
      ...(await shop.person('finance')),
      permissions: new Set(['approvals:write', 'approvals:read'] as const),
    }
    expect((await run(approveApproval, { id }, weak)).reason).toBe('permission_denied')
  })
})

describe('approvals that are not approved', () => {
  it('is rejected with the reason, which the requester reads', async () => {
    const { id, program, payment } = await waiting()
    expect((await run(rejectApproval, { id, reason: ' ' }, owner)).reason).toBe('input_validation_failed')
    await run(rejectApproval, { id, reason: 'The parcel has arrived.' }, owner)
    const result = await run(fetchApproval, { id }, program)
    expect(result.value).toMatchObject({ status: 'rejected', decision_reason: 'The parcel has arrived.' })
    expect(result.value?.message).toContain('The parcel has arrived.')
    await carryOut(id)
    expect(await refundsOf(payment)).toEqual([])
  })

  it('is withdrawn by the requester, and by no one else', async () => {
    const { id, program } = await waiting()
    const another = await shop.program(owner)
    const admin = await shop.person('admin')
    expect((await run(cancelApproval, { id }, another)).reason).toBe('record_not_found')
    expect((await run(cancelApproval, { id }, admin)).reason).toBe('permission_denied')
    expect((await run(cancelApproval, { id }, program)).value).toMatchObject({ status: 'withdrawn' })
    expect((await run(approveApproval, { id }, admin)).reason).toBe('approval_decided')
  })

  it('expires after a day, and can then not be approved, whether or not the job has run', async () => {
    const { id, program } = await waiting()
    await shop.instance.runtime.query('UPDATE approvals SET expires_at = $2 WHERE id = $1', [
      id,
      shop.instance.now(),
    ])
    expect((await run(approveApproval, { id }, owner)).reason).toBe('approval_decided')
    expect((await run(fetchApproval, { id }, program)).value).toMatchObject({ status: 'expired' })
    const late = await waiting()
    await shop.instance.pass(DAY + 1)
    expect((await shop.approval(late.id))?.status).toBe('expired')
  })

  it('is seen by its own app, its own person and those who may read all, and by no one else', async () => {
    const support = await shop.person('support')
    const { id, program } = await waiting(await shop.program(support))
    const sees = async (as: Actor) => (await run(fetchApproval, { id }, as)).reason ?? 'seen'
    expect(await sees(program)).toBe('seen')
    expect(await sees(support)).toBe('seen')
    expect(await sees(await shop.person('finance'))).toBe('seen')
    expect(await sees(await shop.program(support))).toBe('record_not_found')
    expect(await sees(await shop.person('support'))).toBe('record_not_found')
  })
})

describe('a process that is killed at any step of carrying it out', () => {
  const kinds: Record<string, () => Promise<{ input: object; moved: () => Promise<number> }>> = {
    refund_payment: async () => {
      const { id } = await shop.shop.captured(10_000)
      return { input: { id, amount: 700 }, moved: async () => (await refundsOf(id)).length }
    },
    capture_payment: async () => {
      const { id } = await shop.shop.authorized(10_000)
      const moved = () => countOf("ledger_transactions WHERE kind = 'capture' AND payment_id = $1", id)
      return { input: { id, amount: 10_000 }, moved }
    },
    create_transfer: async () => {
      const { id } = await shop.customer()
      return {
        input: { customer_id: id, amount: 700, currency: 'INR' },
        moved: () => countOf('transfers WHERE recipient = $1', id),
      }
    },
    create_payout: async () => {
      const who = await shop.holder(50_000)
      const { id } = await shop.fundAccount(who)
      return {
        input: { id: who.id, fund_account_id: id, purpose: 'refund', amount: 700, currency: 'INR' },
        moved: () => countOf('payouts WHERE customer_id = $1', who.id),
      }
    },
    create_wallet_payment: async () => {
      const who = await shop.holder(50_000)
      const order = await shop.shop.order(700, { payment_capture: true })
      const input = {
        method: 'wallet',
        wallet: 'openwallet',
        customer_id: who.id,
        order_id: order.id,
        amount: 700,
        currency: 'INR',
        contact: who.contact,
        email: payer.email,
      }
      return { input, moved: () => countOf('payments WHERE order_id = $1', order.id) }
    },
  }
  const countOf = async (what: string, id: string) =>
    Number((await shop.instance.runtime.query(`SELECT count(*) AS n FROM ${what}`, [id])).rows[0]?.n)

  it.each(Object.keys(kinds))(
    'moves the money of %s exactly once',
    async (name) => {
      const operation = operations.find((each) => each.name === name)
      if (!operation) throw new Error(`There is no ${name}.`)
      const program = await shop.program(owner)
      let steps = Number.POSITIVE_INFINITY
      for (let step = 1; step <= steps; step += 1) {
        const { input, moved } = await (kinds[name]?.() ?? Promise.reject(new Error(name)))
        const id = (await run(operation, input, program)).metadata?.approval_id ?? ''
        await run(approveApproval, { id }, owner)
        const killed = killedAt(step, shop.instance.runtime)
        const died = await carryOut(id, killed.runtime).then(
          () => false,
          () => true,
        )
        // When no process is killed any more, all steps have been covered.
        if (!died) steps = step
        // The lease of the running request has to end; then the job repeats it, started by the test here: the server
        // repeats none.
        const { jobs } = shop.instance
        jobs.splice(0, jobs.length, ...jobs.filter((job) => job.name !== 'run-approval'))
        await shop.instance.pass(MINUTE)
        await carryOut(id)
        expect(await moved(), `killed at step ${step}`).toBe(1)
        const approval = await shop.approval(id)
        expect(approval?.status, `killed at step ${step}: ${JSON.stringify(approval?.error)}`).toBe(
          'approved',
        )
        expect(approval?.finished_at, `killed at step ${step}`).not.toBeNull()
        expect(resultIdOf({ result: approval?.result as Record<string, unknown> })).toMatch(/_/)
      }
      expect(steps).toBeGreaterThan(4)
    },
    240_000,
  )
})
