import { keyRing } from '#lib/auth/key-ring.ts'
import type { Queue } from '#lib/jobs/queue.ts'
import { runJob } from '#lib/jobs/run.ts'
import type { Runtime, Tables } from '#lib/pipeline/operation.ts'
import type { JobName, Jobs } from '#lib/ports/jobs.ts'
import type { Env } from '#lib/process/env.ts'
import { createRuntime, type RuntimeParts } from '#lib/runtime.ts'
import { createPastBank, LATE_SECONDS, REFUND_SECONDS } from './bank.ts'

/** A job due (milliseconds) after the end of the story: left to the running server. */
export type Left = { name: JobName; data: Jobs[JobName]; at: number }

/**
 * The story of one purchase. It yields the seconds until its next step; one that still waits at the end stays as it
 * is then.
 */
export type Story = AsyncGenerator<number, void>

/** A past in which operations run: a clock that only goes forward, and all work in the order of its times. */
export type World = {
  runtime: Runtime
  clock(): number
  /** Lets a story begin at a time, in milliseconds. */
  begin(at: number, story: Story): void
  /** Registers a callback for new events for endpoints. */
  onNudge(listener: () => void): void
  /** Runs everything up to a time. @returns the jobs that are due later */
  liveUntil(end: number): Promise<Left[]>
}

/**
 * @param tables the one transaction in which the whole past is written: it exists as a whole or not at all
 * @param start the first time, in milliseconds
 */
export function createWorld(tables: Tables, env: Env, start: number): World {
  let at = start
  const agenda = createAgenda()
  let nudged = () => {}
  const clock = () => at
  const bank = createPastBank(clock)
  const runtime: Runtime = {
    // All of it is one transaction on one connection, where nothing waits that could be joined.
    ...createRuntime({
      database: within(tables),
      env: { ...env, JOIN_WRITES: 'off' },
      ring: keyRing(),
      clock,
      queue: collect(addJob),
    }),
    // The past has its own bank and its own patience, whatever the settings say of the present: tests hurry both.
    writer: null,
    acquirer: () => bank.acquirer,
    // No real person gets email about a demo shop.
    mailer: null,
    nudge: () => nudged(),
    timing: { settleAfter: LATE_SECONDS, refundPoll: REFUND_SECONDS },
  }

  function addJob(job: Left) {
    agenda.add(job.at, {
      job,
      run: async () => {
        if (await hasPurpose(job)) await runJob(runtime, job.name, job.data as never)
      },
    })
  }

  /** Most authorizations are captured long before they expire. Checking first saves a tenth of the time. */
  async function hasPurpose({ name, data }: Left): Promise<boolean> {
    if (name !== 'expire-authorization') return true
    const { rows } = await runtime.query(
      `SELECT 1 FROM payments WHERE account_id = $1 AND id = $2 AND status = 'authorized'`,
      [data.account_id, (data as Jobs['expire-authorization']).payment_id],
    )
    return rows.length > 0
  }

  function begin(moment: number, story: Story): void {
    const run = async () => {
      const { done, value } = await story.next()
      if (!done) begin(at + Math.round(value * 1000), story)
    }
    agenda.add(moment, { run })
  }

  async function liveUntil(end: number): Promise<Left[]> {
    for (let due = agenda.next(end); due; due = agenda.next(end)) {
      at = Math.max(at, due.at)
      await due.run()
    }
    at = end
    await bank.handOn(runtime.query)
    return agenda.rest().flatMap(({ job }) => (job ? [job] : []))
  }

  const onNudge = (listener: () => void) => {
    nudged = listener
  }
  return { runtime, clock, begin, onNudge, liveUntil }

  /** A queue that hands every job to the agenda. */
  function collect(add: (job: Left) => void): Queue {
    const queued: Queue['queued'] = (jobs) => {
      for (const { name, data, after } of jobs) add({ name, data, at: at + after * 1000 } as Left)
    }
    return { statement: null, queued, boss: { stop: async () => {} } } as unknown as Queue
  }
}

type Entry = { at: number; run(): Promise<unknown>; job?: Left }

/** A queue of future work, the earliest first, and at the same time in the order of insertion. */
function createAgenda() {
  const entries: Entry[] = []
  return {
    add(at: number, entry: Omit<Entry, 'at'>): void {
      let place = entries.length
      while (place > 0 && (entries[place - 1] as Entry).at <= at) place -= 1
      entries.splice(place, 0, { at, ...entry })
    },
    next: (end: number): Entry | undefined =>
      (entries.at(-1)?.at ?? Infinity) <= end ? entries.pop() : undefined,
    rest: (): Entry[] => entries.toReversed(),
  }
}

/**
 * One transaction as if it were a database. Transactions inside it are simply part of it: nothing here loses a race,
 * and an error that would have rolled back is a mistake of the stories, which ends the seed. Locks are left out, a
 * quarter of all statements: no other session can see these rows yet.
 */
function within(tables: Tables): RuntimeParts['database'] {
  const instead: Record<string | symbol, unknown> = {
    $transaction: (work: (inner: Tables) => unknown) => work(prisma),
    $queryRaw: async (text: TemplateStringsArray, ...values: unknown[]) =>
      isLock(text) ? [] : tables.$queryRaw(text, ...values),
  }
  const prisma: Tables = new Proxy(tables, {
    get: (target, name) => instead[name] ?? Reflect.get(target, name, target),
  })
  const query = async (text: string, values: unknown[]) => ({
    rows: await tables.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values),
  })
  return {
    prisma,
    pool: { query },
    query,
    joined: query,
    close: async () => {},
  } as unknown as RuntimeParts['database']
}

/** A statement that locks a row and reads nothing. */
function isLock(text: TemplateStringsArray): boolean {
  return text[0]?.startsWith('SELECT 1 FROM ') === true && text.at(-1)?.endsWith(' FOR UPDATE') === true
}
