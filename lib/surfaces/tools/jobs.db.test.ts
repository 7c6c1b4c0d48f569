import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOOL_COSTS } from '#lib/api-docs/measurements.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { COMPARED, runToolJobs, withoutChance } from '#lib/testing/tool-jobs.ts'

let instance: Instance
let done: Awaited<ReturnType<typeof runToolJobs>>
beforeAll(async () => {
  instance = await openInstance({ authorizationWindow: 5 * 86_400 })
  done = await runToolJobs(instance)
}, 600_000)
afterAll(() => instance.close())

it('a model that knows tools by name and description alone gets six jobs done, each with the right result', () => {
  expect(done.jobs.filter(({ right }) => !right).map(({ job }) => job)).toEqual([])
  expect(done.chosen).toEqual({
    'Find a payment by email and refund it': ['fetch_all_payments', 'refund_payment'],
    'Capture the authorizations that expire today': ['fetch_all_payments', 'capture_payment'],
    'Reconcile yesterday': ['fetch_day_totals'],
    'Explain why payments failed today': ['summarize_failed_payments'],
    'Add a customer and bill them': ['create_customer', 'create_bill'],
    // The first request leads to the consent screen; the second says what it allowed.
    'Refund a payment with a connection that reads': [
      'request_permission',
      'request_permission',
      'refund_payment',
    ],
  })
})

it('has every call in the request log when the jobs are done', async () => {
  const { rows } = await instance.runtime.query(
    "SELECT count(*)::int AS n FROM request_logs WHERE source = 'tool'",
    [],
  )
  expect(rows[0]?.n).toBe(done.jobs.reduce((sum, { calls }) => sum + calls, 0))
})

it('costs the same whatever IDs and times a run has', () => {
  const run = (id: string, token: string, at: number, day: string) =>
    `{"id":"bill_${id}","receipt_url":"http://desk.test/bill/${token}","created_at":${at},"day":"${day}"}`
  expect(withoutChance(run('Qm3Zr81xRt0aNf', 'k_9-ZZaaB01', 1_764_093_331, '2025-11-25'))).toBe(
    withoutChance(run('AAAAAAAAAAAAAA', 'aaaaaaaaaaaaaaaaaaaaaa', 1_796_000_000, '2026-12-01')),
  )
})

it('the costs in the guide are those that are measured, within a tenth', () => {
  expect(TOOL_COSTS.jobs.map(({ job, calls }) => [job, calls])).toEqual(
    done.jobs.map(({ job, calls }) => [job, calls]),
  )
  for (const [published, measured] of [
    ...TOOL_COSTS.lists.map((list, at) => [list.tokens, done.lists[at]?.tokens] as const),
    ...TOOL_COSTS.lists.map((list, at) => [list.model_tokens, done.lists[at]?.model_tokens] as const),
    ...TOOL_COSTS.jobs.map((job, at) => [job.tokens, done.jobs[at]?.tokens] as const),
  ])
    expect(Math.abs(published - (measured ?? 0)) / published).toBeLessThan(0.1)
})

it('a job costs less of the list than with the tools of another server, and fewer calls', () => {
  const every = done.lists.at(-1)
  const right = done.jobs.filter((job) => job.right)
  expect((every?.model_tokens ?? 0) / right.length).toBeLessThan(COMPARED.model_tokens / COMPARED.jobs)
  const calls = right.reduce((sum, job) => sum + job.calls, 0)
  expect(calls / right.length).toBeLessThan(COMPARED.calls / COMPARED.jobs)
})
