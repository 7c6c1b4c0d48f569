import type { JobResult } from 'pg-boss'
import { heartbeat } from '#lib/database/heartbeat.ts'
import { SETTLE_EVERY } from '#lib/domain/settlements/rules.ts'
import { failLostExports, queueDueExports } from '#lib/exports/queue-due.ts'
import { checkBooks } from '#lib/jobs/check-books.ts'
import { cleanupStorage } from '#lib/jobs/cleanup-storage.ts'
import { advanceClosures, cleanupClosedBooks } from '#lib/jobs/closures.ts'
import { exportAccounts } from '#lib/jobs/export-account.ts'
import { compareGateways, pollGateways } from '#lib/jobs/gateways.ts'
import { openQueue } from '#lib/jobs/queue.ts'
import { retakeAbandonedJobs } from '#lib/jobs/retake.ts'
import { cleanupTasks } from '#lib/jobs/retention.ts'
import { runJob } from '#lib/jobs/run.ts'
import { sealAuditLines } from '#lib/jobs/seal-audit.ts'
import { closeMonths, resumeSilent, settleBalances, settleReserved } from '#lib/jobs/settle.ts'
import { warnOfExpiringKeys } from '#lib/jobs/warn-of-expiring-keys.ts'
import { kindOfError, observer, type Work, watch } from '#lib/metrics/observer.ts'
import { JOB_NAMES, type JobName, type Jobs } from '#lib/ports/jobs.ts'
import { env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { openDispatcher } from '#lib/webhooks/open.ts'

/** For so long after an error of the queue, in milliseconds, jobs are looked for that no process has in hand. */
const ABANDONED_MS = 60_000

/** Jobs that call a bank: while one batch waits for a bank that is silent, another goes on with those of other accounts. */
const CALLS_BANKS: ReadonlySet<JobName> = new Set([
  'process-refund',
  'process-payout',
  'process-settlement',
  'ask-late-reply',
  'ask-acquirer',
  'record-gateway-refund',
])

/**
 * Runs the jobs of the queue and the tasks that need no queue (settling, cleanup).
 * `stop` lets the jobs in hand finish.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const system = runtime()
  const settings = env()
  const { boss } = openQueue(settings.DATABASE_URL ?? '', { works: true })
  let errorAt = Number.NEGATIVE_INFINITY
  boss.on('error', () => {
    errorAt = performance.now()
  })
  await boss.start()
  for (const name of JOB_NAMES) {
    const options = {
      pollingIntervalSeconds: Math.max(0.5, settings.JOB_POLL_SECONDS),
      batchSize: 20,
      // Many records that wait for one bank are gone through without a pause.
      burstWhenBatchFull: true,
      localConcurrency: CALLS_BANKS.has(name) ? 2 : 1,
      perJobResults: true,
    } as const
    await boss.work<Jobs[typeof name]>(name, options, async (jobs) => {
      const ids = jobs.map(({ id }) => id)
      await heartbeat()?.holding(ids)
      const results = await Promise.all(
        jobs.map(({ id, data }) => resultOf({ id, name, data }, () => runJob(system, name, data))),
      )
      heartbeat()?.released(ids)
      return results
    })
  }
  const dispatcher = openDispatcher(system)
  const stopping = new AbortController()
  const tasks = [
    every(settings.SETTLE_EVERY_SECONDS, 'settle', () => settleReserved(system)),
    every(1800, 'records of silent banks', () => resumeSilent(system)),
    every(30, 'polls of gateways', () => pollGateways(system, stopping.signal)),
    every(30, 'comparisons with gateways', () => compareGateways(system, stopping.signal)),
    every(SETTLE_EVERY, 'settlements', () => settleBalances(system)),
    every(30, 'scheduled exports', () => queueDueExports(system)),
    every(5 * 60, 'lost exports', () => failLostExports(system)),
    every(3600, 'closing of months', () => closeMonths(system)),
    ...cleanupTasks().map(({ name, every: seconds, cleanup }) => every(seconds, name, () => cleanup(system))),
    every(1, 'abandoned jobs', async () => {
      if (performance.now() - errorAt < ABANDONED_MS) await retakeAbandonedJobs(system)
    }),
    every(15 * 60, 'warnings of expiring keys', () => warnOfExpiringKeys(system)),
    every(60, 'seals of the audit log', () => sealAuditLines(system)),
    every(5, 'exports of accounts', () => exportAccounts(system)),
    every(15, 'deletions of merchants', () => advanceClosures(system)),
    every(24 * 3600, 'books of deleted merchants', () =>
      cleanupClosedBooks(system, settings.AUDIT_RETENTION_DAYS),
    ),
    every(6 * 3600, 'cleanup of the storage', () => cleanupStorage(system)),
    every(10 * 60, 'check of the books', () =>
      checkBooks(system, { url: settings.DATABASE_URL ?? '', signal: stopping.signal }),
    ),
  ]
  return {
    async stop() {
      stopping.abort()
      for (const task of tasks) await task.stop()
      await dispatcher.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/**
 * How a job ended, each on its own: a job that is run again because its neighbour failed would queue what follows from it
 * once more.
 */
async function resultOf(
  { id, name, data }: { id: string; name: JobName; data: Jobs[JobName] },
  work: () => Promise<void>,
): Promise<JobResult> {
  try {
    await watch<void, Work['job']['ended']>(
      observer()?.job?.({ queue: name, id, account_id: data.account_id }),
      work,
      () => ({ result: 'done', error: null }),
      (error) => ({ result: 'failed', error: kindOfError(error) }),
    )
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: error }
  }
}

/** Runs a task again and again, each after the one before has ended. */
function every(seconds: number, name: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  const next = () => {
    if (stopped) return
    running = work().catch((error) => log().warn({ err: error, task: name }, 'A task of the worker failed.'))
    void running.then(() => {
      timer = setTimeout(next, Math.max(0.1, seconds) * 1000)
    })
  }
  let timer = setTimeout(next, 0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
