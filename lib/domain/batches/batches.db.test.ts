import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { cancelRefundBatch, pauseRefundBatch, resumeRefundBatch } from '#lib/domain/batches/change.ts'
import { checkCaptureBatch, checkRefundBatch } from '#lib/domain/batches/check.ts'
import { exportBatchRows, fetchBatchRows, getBatchDetails } from '#lib/domain/batches/fetch.ts'
import { runBatch } from '#lib/domain/batches/run.ts'
import { startCaptureBatch, startRefundBatch } from '#lib/domain/batches/start.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { keyOf } from '#lib/pipeline/idempotency.ts'
import type { Actor, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
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

const IP = '192.0.2.7'
const run = (operation: Operation, input: object, as: Actor = owner) =>
  outcomeOf(
    execute(shop.instance.runtime, operation, as, input, {
      requestId: `req_${Math.random()}`,
      ip: IP,
    }).then(({ value }) => value as Record<string, unknown>),
  )
const details = async (id: string) => (await shop.instance.run(getBatchDetails, { id })) ?? null
/** The rows in the order of the file. */
const rows = async (id: string) =>
  (await shop.instance.run(fetchBatchRows, { id })).items.toSorted((a, b) => a.number - b.number)
const statuses = async (id: string) => (await rows(id)).map(({ status }) => status)
const refundsOf = async (payment: string) =>
  (await shop.instance.runtime.query('SELECT * FROM refunds WHERE payment_id = $1', [payment])).rows
const carryOut = (id: string, runtime: Runtime = shop.instance.runtime) =>
  runBatch(runtime, shop.instance.actor.account.id, id)
/** The jobs of batches are run by the tests themselves. */
const withoutBatchJobs = () => {
  const { jobs } = shop.instance
  jobs.splice(0, jobs.length, ...jobs.filter((job) => job.name !== 'run-batch'))
}

async function started(given: { payment_id: string; amount?: number; reason?: string }[], as: Actor = owner) {
  const batch = await run(checkRefundBatch, { rows: given, reason: 'Goods returned' }, as)
  const id = String(batch.value?.id)
  const { count, total } = await details(id)
  const start = await run(startRefundBatch, { id, count, total }, as)
  expect(start.value?.status, JSON.stringify(start)).toBe('running')
  withoutBatchJobs()
  return id
}

describe('a selection', () => {
  it('becomes the rows that are selected, or those that the filter finds, and moves nothing', async () => {
    const [first, second] = [await shop.shop.captured(91_001), await shop.shop.captured(91_002)]
    const authorized = await shop.shop.authorized(91_003)
    const ids = [first.id, authorized.id]
    const chosen = await run(checkRefundBatch, { selection: { ids } })
    expect(chosen.value).toMatchObject({ status: 'checked', count: 1, total: 91_001 })
    expect(await statuses(String(chosen.value?.id))).toEqual(['rejected', 'ready'])
    const filtered = await run(checkRefundBatch, {
      selection: { min: 91_001, max: 91_003, status: ['captured'] },
    })
    expect(filtered.value).toMatchObject({ count: 2, total: 182_003 })
    const capture = await run(checkCaptureBatch, { selection: { min: 91_001, max: 91_003 } })
    expect(capture.value).toMatchObject({ count: 1, total: 91_003 })
    expect(await refundsOf(second.id)).toEqual([])
  })

  it('is rejected where it finds nothing, too much, or comes with rows', async () => {
    expect(await run(checkRefundBatch, { selection: { min: 1, max: 1 } })).toMatchObject({
      reason: 'input_validation_failed',
    })
    expect((await run(checkRefundBatch, {})).reason).toBe('input_validation_failed')
    const both = { rows: [{ payment_id: 'pay_NfLw3gQ81xRt0a' }], selection: {} }
    expect((await run(checkRefundBatch, both)).reason).toBe('input_validation_failed')
    const ids = Array.from({ length: 101 }, (_, at) => `pay_${String(at).padStart(14, '0')}`)
    expect((await run(checkRefundBatch, { selection: { ids } })).reason).toBe('input_validation_failed')
    const { account } = shop.instance.actor
    await shop.instance.runtime.query(
      `INSERT INTO payments (SELECT (json_populate_record(payments, json_build_object('id', 'pay_' || lpad(at::text, 14, '0'), 'amount', 91_500))).*
       FROM payments, generate_series(1, 1001) AS at WHERE account_id = $1 AND id = $2)`,
      [account.id, (await shop.shop.captured(91_400)).id],
    )
    try {
      const many = await run(checkRefundBatch, { selection: { min: 91_500, max: 91_500 } })
      expect(many).toMatchObject({ reason: 'input_validation_failed' })
    } finally {
      await shop.instance.runtime.query('DELETE FROM payments WHERE account_id = $1 AND amount = 91500', [
        account.id,
      ])
    }
  })
})

describe('a batch', () => {
  it('checks every row before money moves, and again when it starts', async () => {
    const [first, second, authorized, third] = [
      await shop.shop.captured(5_000),
      await shop.shop.captured(6_000),
      await shop.shop.authorized(7_000),
      await shop.shop.captured(8_000),
    ]
    const given = [
      { payment_id: first.id, amount: 2_000 },
      { payment_id: second.id },
      { payment_id: second.id },
      { payment_id: authorized.id },
      { payment_id: first.id.replace(/.$/, '_') },
      { payment_id: 'pay_NfLw3gQ81xRt0a' },
      { payment_id: '', unreadable: 'The amount "x" is not an amount.' },
      { payment_id: third.id, amount: 9_000 },
    ]
    const batch = await run(checkRefundBatch, {
      rows: given,
      reason: 'Goods returned',
      ignored_columns: ['Receipt', 'Reason'],
    })
    const id = String(batch.value?.id)
    expect(await details(id)).toMatchObject({ ignored_columns: ['Receipt', 'Reason'] })
    expect(batch.value).toMatchObject({ status: 'checked', count: 2, total: 8_000 })
    expect(await statuses(id)).toEqual(['ready', 'ready', ...Array(6).fill('rejected')])
    expect((await rows(id)).map(({ problem }) => problem)).toEqual([
      null,
      null,
      'An earlier row has the same payment.',
      expect.stringMatching(/captured/),
      'This is not a payment ID.',
      'No payment with this ID exists in this mode.',
      'The amount "x" is not an amount.',
      'The amount exceeds what is left to refund on this payment: ₹80.00.',
    ])
    expect(await refundsOf(first.id)).toEqual([])

    // Someone refunds a part of it meanwhile: the total that was confirmed is no longer right.
    await shop.shop.refund(second, { amount: 1_000 })
    const stale = await run(startRefundBatch, { id, count: 2, total: 8_000 })
    expect(stale.reason).toBe('input_validation_failed')
    expect(await details(id)).toMatchObject({ status: 'checked', count: 2, total: 7_000 })
    expect((await run(startRefundBatch, { id, count: 2, total: 7_000 })).value).toMatchObject({
      status: 'running',
    })
    // The job of the worker.
    await shop.instance.pass(MINUTE)
    expect(await details(id)).toMatchObject({
      status: 'finished',
      rows: { done: { count: 2, amount: 7_000 }, rejected: { count: 6 }, ready: { count: 0 } },
    })
    const [refund] = await refundsOf(first.id)
    expect(refund).toMatchObject({ notes: { batch_id: id, reason: 'Goods returned' } })
    expect(Number(refund?.amount)).toBe(2_000)
    const lines = await shop.shop.lines(String(refund?.id))
    expect(lines[0]).toMatchObject({ actor_id: owner.id, details: { batch_id: id } })
    // From where the batch was started.
    const { rows: origins } = await shop.instance.runtime.query(
      'SELECT DISTINCT ip FROM audit_lines WHERE object_id = $1',
      [refund?.id],
    )
    expect(origins).toContainEqual({ ip: IP })
    const file = await shop.instance.run(exportBatchRows, { id, after: 1, count: 2 })
    expect(file.items.map(({ number }) => number)).toEqual([2, 3])
  })

  it('captures, and lets no one but the rules decide which', async () => {
    const [authorized, paid] = [await shop.shop.authorized(3_000), await shop.shop.captured(4_000)]
    const batch = await run(checkCaptureBatch, {
      rows: [{ payment_id: authorized.id }, { payment_id: paid.id }],
    })
    const id = String(batch.value?.id)
    expect(await run(startRefundBatch, { id, count: 1, total: 3_000 })).toMatchObject({
      reason: 'record_not_found',
    })
    await run(startCaptureBatch, { id, count: 1, total: 3_000 })
    await shop.instance.pass(MINUTE)
    expect(await statuses(id)).toEqual(['done', 'rejected'])
    expect((await shop.shop.fetch(authorized.id)).captured).toBe(true)
  })

  it('is started once by several at once, and the same rows are not started again within a day', async () => {
    const paid = await shop.shop.captured(5_000)
    const given = [{ payment_id: paid.id, amount: 1_000 }]
    const one = String((await run(checkRefundBatch, { rows: given })).value?.id)
    const two = String((await run(checkRefundBatch, { rows: given })).value?.id)
    const input = { count: 1, total: 1_000 }
    const range = await Promise.all([one, one, two, two].map((id) => run(startRefundBatch, { id, ...input })))
    expect(range.filter(({ value }) => value?.status === 'running')).toHaveLength(2)
    expect(range.filter(({ reason }) => reason === 'input_validation_failed')).toHaveLength(2)
    const runningId = String(range.find(({ value }) => value)?.value?.id)
    // Two workers take the same job.
    withoutBatchJobs()
    await Promise.allSettled([carryOut(runningId), carryOut(runningId)])
    await carryOut(runningId)
    expect((await refundsOf(paid.id)).map(({ amount }) => Number(amount))).toEqual([1_000])
    expect(await statuses(runningId)).toEqual(['done'])
    await shop.instance.pass(DAY + MINUTE)
    const other = runningId === one ? two : one
    expect((await run(startRefundBatch, { id: other, ...input })).value).toMatchObject({ status: 'running' })
    await shop.instance.pass(MINUTE)
    expect(await refundsOf(paid.id)).toHaveLength(2)
  })

  it('moves no row of an earlier file again, though other rows were changed, rejected or added', async () => {
    const paid = [
      await shop.shop.captured(57_250),
      await shop.shop.captured(6_000),
      await shop.shop.captured(7_000),
      await shop.shop.captured(8_000),
    ]
    const [a, b, c, d] = paid.map(({ id }) => id)
    // Of the second all that is left, so that its row is rejected when the file comes again.
    const file = [
      { payment_id: String(a), amount: 10_050 },
      { payment_id: String(b) },
      { payment_id: String(c), amount: 1_000 },
    ]
    const first = await started(file)
    const amounts = async () =>
      (await Promise.all(paid.map(({ id }) => refundsOf(id)))).map((refunds) =>
        refunds.map(({ amount }) => Number(amount)),
      )
    const check = async (given: { payment_id: string; amount?: number }[]) =>
      String((await run(checkRefundBatch, { rows: given })).value?.id)
    // While the first is still to be carried out, and afterwards.
    const meanwhile = await check(file)
    expect(await statuses(meanwhile)).toEqual(['rejected', 'rejected', 'rejected'])
    await carryOut(first)
    const again = await check(file)
    expect(await statuses(again)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const id of [meanwhile, again]) {
      const start = await run(startRefundBatch, { id, count: 2, total: 11_050 })
      expect(start).toMatchObject({ reason: 'input_validation_failed' })
    }
    // With another row and another amount: these alone move.
    const changed = [
      { payment_id: String(c), amount: 1_500 },
      { payment_id: String(d), amount: 2_000 },
      ...file,
    ]
    const next = await started(changed)
    expect(await statuses(next)).toEqual(['ready', 'ready', 'rejected', 'rejected', 'rejected'])
    await carryOut(next)
    expect(await amounts()).toEqual([[10_050], [6_000], [1_000, 1_500], [2_000]])
    expect((await rows(again))[0]?.problem).toContain(first)
    // A corrected amount would be refunded on top, so the check says that it adds to another.
    const corrected = await check([{ payment_id: String(a), amount: 10_500 }])
    expect(await details(corrected)).toMatchObject({ adds: 1, rows: { ready: { count: 1 } } })
    expect(await details(again)).toMatchObject({ adds: 0 })
  })

  it('lets a row be started again whose approval was rejected or whose refund failed', async () => {
    const [large, failing] = [await shop.shop.captured(90_000), await shop.shop.captured(5_000)]
    await shop.thresholds(50_000)
    const id = await started([{ payment_id: large.id }, { payment_id: failing.id, amount: 2_000 }])
    await carryOut(id)
    const given = [{ payment_id: large.id }, { payment_id: failing.id, amount: 2_000 }]
    const states = async () => {
      const batch = await run(checkRefundBatch, { rows: given })
      return await statuses(String(batch.value?.id))
    }
    expect(await states()).toEqual(['rejected', 'rejected'])
    const [waiting] = await rows(id)
    const second = await shop.person('owner')
    const rejected = await run(
      rejectApproval,
      { id: waiting?.result_id ?? '', reason: 'Not returned' },
      second,
    )
    expect(rejected.reason).toBeUndefined()
    expect(await states()).toEqual(['ready', 'rejected'])
    await shop.instance.runtime.query("UPDATE refunds SET status = 'failed' WHERE payment_id = $1", [
      failing.id,
    ])
    expect(await states()).toEqual(['ready', 'ready'])
    // What the bank rejected is a failed row of its batch, and can be retried.
    expect(await statuses(id)).toEqual(['waiting', 'failed'])
    expect(await details(id)).toMatchObject({
      rows: { failed: { count: 1, amount: 2_000 }, done: { count: 0 } },
    })
    expect((await run(checkRefundBatch, { failed_of: id })).value).toMatchObject({ count: 1, total: 2_000 })
    await shop.instance.runtime.query("UPDATE refunds SET status = 'pending' WHERE payment_id = $1", [
      failing.id,
    ])
    await shop.thresholds(null)
  })

  it('takes its reason at the start where it has none, and keeps the one that it has', async () => {
    const [first, second] = [await shop.shop.captured(2_000), await shop.shop.captured(3_000)]
    for (const [payment, reason, stored] of [
      [first, null, 'Late'],
      [second, 'Goods returned', 'Goods returned'],
    ] as const) {
      const id = String(
        (await run(checkRefundBatch, { rows: [{ payment_id: payment.id }], reason })).value?.id,
      )
      const { count, total } = await details(id)
      await run(startRefundBatch, { id, count, total, reason: 'Late' })
      withoutBatchJobs()
      await carryOut(id)
      expect((await refundsOf(payment.id))[0]).toMatchObject({ notes: { reason: stored } })
    }
  })

  it('lists rejected rows first, each by its number in the file and with what its payment is known by', async () => {
    const [first, second] = [await shop.shop.captured(5_000), await shop.shop.captured(6_000)]
    const given = [
      { number: 4, payment_id: first.id, amount: 1_000 },
      { number: 5, payment_id: 'pay_1', amount: 700 },
      { number: 7, payment_id: second.id },
      { number: 9, payment_id: second.id, amount: 6_001 },
    ]
    const twice = await run(checkRefundBatch, { rows: [...given, { payment_id: 'pay_2', number: 9 }] })
    expect(twice.reason).toBe('input_validation_failed')
    const id = String((await run(checkRefundBatch, { rows: given })).value?.id)
    const page = async (input: object) => {
      const { items, more } = await shop.instance.run(fetchBatchRows, { id, ...input })
      return [items.map(({ number }) => number), more]
    }
    expect(await page({})).toEqual([[5, 9, 4, 7], false])
    expect(await page({ count: 1 })).toEqual([[5], true])
    expect(await page({ after: 5, count: 2 })).toEqual([[9, 4], true])
    expect(await page({ after: 4 })).toEqual([[7], false])
    expect(await page({ after: 5, status: 'rejected' })).toEqual([[9], false])
    const { items } = await shop.instance.run(fetchBatchRows, { id, count: 3 })
    expect(items.map(({ payment }) => payment)).toEqual([
      null,
      expect.objectContaining({ amount: 6_000, email: second.email, contact: second.contact }),
      expect.objectContaining({ amount: 5_000, currency: 'INR', receipt: null }),
    ])
    expect(await details(id)).toMatchObject({
      rows: { ready: { count: 2, amount: 7_000 }, rejected: { count: 2, amount: 6_701 } },
    })
    const file = await shop.instance.run(exportBatchRows, { id })
    expect(file.items.map(({ number }) => number)).toEqual([4, 5, 7, 9])
  })

  it('takes a reason for each row, of the list that staff choose from', async () => {
    const { account } = shop.instance.actor
    const settings = (reasons: string[], required: boolean) =>
      shop.instance.runtime.query(
        'UPDATE accounts SET refund_reasons = $2, refund_reason_required = $3 WHERE id = $1',
        [account.id, reasons, required],
      )
    const paid = [
      await shop.shop.captured(2_000),
      await shop.shop.captured(3_000),
      await shop.shop.captured(4_000),
      await shop.shop.captured(5_000),
    ]
    const named = ['goods_returned', 'GOODS RETURNED ', 'Out of stock', undefined]
    const given = paid.map(({ id }, at) => ({ payment_id: id, ...(named[at] ? { reason: named[at] } : {}) }))
    await settings(['Goods returned', 'Late'], true)
    try {
      expect((await run(checkRefundBatch, { rows: given, reason: 'Other' })).reason).toBe(
        'input_validation_failed',
      )
      const id = String((await run(checkRefundBatch, { rows: given })).value?.id)
      expect((await rows(id)).map(({ status, reason, problem }) => [status, reason, problem])).toEqual([
        ['ready', 'Goods returned', null],
        ['ready', 'Goods returned', null],
        ['rejected', null, '"Out of stock" is not one of your refund reasons.'],
        ['ready', null, null],
      ])
      expect(await details(id)).toMatchObject({ without_reason: 1, count: 3, total: 10_000 })
      for (const reason of [null, 'Out of stock'])
        expect(await run(startRefundBatch, { id, count: 3, total: 10_000, reason })).toMatchObject({
          reason: 'input_validation_failed',
        })
      await run(startRefundBatch, { id, count: 3, total: 10_000, reason: 'Late' })
      withoutBatchJobs()
      await carryOut(id)
      expect(await statuses(id)).toEqual(['done', 'done', 'rejected', 'done'])
      const refunds = await Promise.all(paid.map(async ({ id }) => (await refundsOf(id))[0]))
      expect(refunds.map((refund) => (refund?.notes as { reason: string } | undefined)?.reason)).toEqual([
        'Goods returned',
        'Goods returned',
        undefined,
        'Late',
      ])
    } finally {
      await settings([], false)
    }
  })

  it('has its failed rows checked again as another batch', async () => {
    const [good, bad] = [await shop.shop.captured(2_000), await shop.shop.captured(3_000)]
    const support = await shop.person('support')
    const id = await started([{ payment_id: good.id }, { payment_id: bad.id, amount: 500 }], support)
    expect((await run(checkRefundBatch, { failed_of: id })).reason).toBe('input_validation_failed')
    const { runtime } = shop.instance
    // After the first row the person loses the permission.
    const query: typeof runtime.query = async <R>(sql: string, values: unknown[]) => {
      const result = await runtime.query<R>(sql, values)
      if (/UPDATE batch_rows SET status/.test(sql))
        await runtime.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [support.id])
      return result
    }
    await carryOut(id, { ...runtime, query })
    expect(await statuses(id)).toEqual(['done', 'failed'])
    expect((await run(checkCaptureBatch, { failed_of: id })).reason).toBe('record_not_found')
    expect((await run(checkRefundBatch, { failed_of: id }, await shop.person('viewer'))).reason).toBe(
      'permission_denied',
    )
    const retry = await run(checkRefundBatch, { failed_of: id })
    expect(retry.value).toMatchObject({ status: 'checked', reason: 'Goods returned', count: 1, total: 500 })
    const next = String(retry.value?.id)
    await run(startRefundBatch, { id: next, count: 1, total: 500 })
    withoutBatchJobs()
    await carryOut(next)
    expect((await refundsOf(bad.id)).map(({ amount }) => Number(amount))).toEqual([500])
    expect(await refundsOf(good.id)).toHaveLength(1)
  })

  it('holds rows above a threshold for approval, which then runs', async () => {
    const [small, large] = [await shop.shop.captured(2_000), await shop.shop.captured(90_000)]
    await shop.thresholds(50_000)
    const id = await started([{ payment_id: small.id }, { payment_id: large.id }])
    await carryOut(id)
    await shop.thresholds(null)
    expect(await statuses(id)).toEqual(['done', 'waiting'])
    expect(await details(id)).toMatchObject({ status: 'finished' })
    expect(await refundsOf(large.id)).toEqual([])
    const [, waiting] = await rows(id)
    const second = await shop.person('owner')
    const approved = await run(approveApproval, { id: waiting?.result_id ?? '' }, second)
    expect(approved.reason).toBeUndefined()
    await shop.instance.pass(MINUTE * 3)
    expect((await refundsOf(large.id)).map(({ amount }) => Number(amount))).toEqual([90_000])
  })

  it('tries a row again later where too many requests wait for approval, and where too many are sent', async () => {
    const [small, large] = [await shop.shop.captured(2_000), await shop.shop.captured(90_000)]
    await shop.thresholds(50_000)
    const starter = await shop.person('owner')
    const id = await started([{ payment_id: large.id }, { payment_id: small.id }], starter)
    const { runtime, now } = shop.instance
    await runtime.query(
      `INSERT INTO approvals (account_id, id, operation, input, idempotency_key, object_id, amount, currency, cause, status,
                              actor_kind, actor_id, actor_name, user_id, request_id, created_at, expires_at)
       SELECT $1, 'apr_full' || n, 'refund_payment', '{}', 'full' || n, 'pay_full' || n, 1, 'INR', 'person_total', 'waiting',
              'user', $2, 'a', $2, 'req', $3::bigint, $3::bigint + 100000 FROM generate_series(1, 25) AS n`,
      [shop.instance.actor.account.id, starter.id, now()],
    )
    for (let tries = 0; tries < 7; tries += 1) await carryOut(id)
    expect(await statuses(id)).toEqual(['ready', 'ready'])
    expect(await details(id)).toMatchObject({ status: 'running' })
    expect(shop.instance.jobs.filter(({ name }) => name === 'run-batch').length).toBeGreaterThan(0)
    withoutBatchJobs()
    await runtime.query("DELETE FROM approvals WHERE id LIKE 'apr_full%'", [])
    await carryOut(id, {
      ...runtime,
      execute: (pipeline, operation, actor, raw, meta) =>
        actor.batch === undefined
          ? execute(pipeline, operation, actor, raw, meta)
          : Promise.reject(refused('too_many_requests', undefined, { retryAfter: 60 })),
    })
    expect(await statuses(id)).toEqual(['ready', 'ready'])
    await carryOut(id)
    await shop.thresholds(null)
    expect(await statuses(id)).toEqual(['waiting', 'done'])
  })

  it('stops when it is paused, goes on when it is resumed, and leaves the rest when it is cancelled', async () => {
    const paid = [
      await shop.shop.captured(2_000),
      await shop.shop.captured(3_000),
      await shop.shop.captured(4_000),
    ]
    const id = await started(paid.map((payment) => ({ payment_id: payment.id })))
    await run(pauseRefundBatch, { id })
    await carryOut(id)
    expect(await statuses(id)).toEqual(['ready', 'ready', 'ready'])
    await run(resumeRefundBatch, { id })
    withoutBatchJobs()
    // After the first row it is cancelled by someone else.
    const { runtime } = shop.instance
    let done = 0
    const query: typeof runtime.query = async <R>(sql: string, values: unknown[]) => {
      const result = await runtime.query<R>(sql, values)
      if (/UPDATE batch_rows SET status/.test(sql)) {
        done += 1
        if (done === 1) await run(cancelRefundBatch, { id })
      }
      return result
    }
    await carryOut(id, { ...runtime, query })
    expect(await statuses(id)).toEqual(['done', 'left', 'left'])
    expect(await details(id)).toMatchObject({ status: 'cancelled' })
    expect((await run(resumeRefundBatch, { id })).reason).toBe('input_validation_failed')
    await carryOut(id)
    expect(await refundsOf(paid[1].id)).toEqual([])
  })

  it('runs with what its starter may do at each row', async () => {
    const [first, second] = [await shop.shop.captured(2_000), await shop.shop.captured(3_000)]
    const support = await shop.person('support')
    const id = await started([{ payment_id: first.id }], support)
    await shop.instance.runtime.query("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [
      support.id,
    ])
    await carryOut(id)
    expect((await rows(id))[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/issue refunds/),
    })
    const gone = await shop.person('support')
    const next = await started([{ payment_id: second.id }], gone)
    await shop.instance.runtime.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [gone.id])
    await carryOut(next)
    expect((await rows(next))[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/no longer has access/),
    })
  })

  it('has keys that no caller can send', async () => {
    const key = keyOf({ ...owner, batch: 'bat_NfLw3gQ81xRt0a' }, '7')
    expect(key).toBe('batch:bat_NfLw3gQ81xRt0a 7')
    for (const kind of ['key', 'user', 'client'] as const)
      expect(keyOf({ ...owner, kind, id: 'batch:bat_NfLw3gQ81xRt0a' }, '7')).not.toBe(key)
  })

  it('refunds each row exactly once, wherever its process is killed', async () => {
    let steps = Number.POSITIVE_INFINITY
    for (let step = 1; step <= steps; step += 1) {
      const paid = [await shop.shop.captured(2_000 + step), await shop.shop.captured(3_000 + step)]
      const id = await started(paid.map((payment) => ({ payment_id: payment.id, amount: 500 + step })))
      const killed = killedAt(step, shop.instance.runtime)
      const died = await carryOut(id, killed.runtime).then(
        () => false,
        () => true,
      )
      if (!died) steps = step
      withoutBatchJobs()
      await shop.instance.pass(MINUTE)
      await carryOut(id)
      for (const payment of paid)
        expect(await refundsOf(payment.id), `killed at step ${step}`).toHaveLength(1)
      expect(await statuses(id), `killed at step ${step}`).toEqual(['done', 'done'])
    }
    expect(steps).toBeGreaterThan(5)
  }, 600_000)
})
