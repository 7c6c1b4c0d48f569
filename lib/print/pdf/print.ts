import type { Worker } from 'node:worker_threads'
import { refused } from '#lib/pipeline/errors.ts'
import { applicationEnvironment, programFile } from '#lib/process/application-files.ts'
import type { billPdf } from './bill-pdf.ts'
import type { payoutAdvicePdf } from './payout-advice.ts'
import type { statementPdf } from './statement-pdf.ts'

type Documents = {
  bill: Parameters<typeof billPdf>
  statement: Parameters<typeof statementPdf>
  payout: Parameters<typeof payoutAdvicePdf>
}
export type Job = { kind: keyof Documents; given: unknown[] }
export type Printed = { bytes: Uint8Array; failure?: never } | { bytes?: never; failure: string }

/** For whom a document is drawn. */
type For = {
  /** The merchant: documents of one do not keep those of another waiting. */
  merchant: string
  /** Ends the wait of an aborted document. One in progress is finished. */
  signal?: AbortSignal | undefined
}

type Waiting = Job & { merchant: string; resolve(bytes: Buffer): void; reject(error: unknown): void }
type Printer = {
  thread: Worker | undefined
  busy: boolean
  waiting: Set<Waiting>
  /** The merchants that had a turn since the queue was empty last, the latest at the end. */
  finished: Set<string>
  idle?: NodeJS.Timeout | undefined
}

/** How many documents may wait in all, and of one merchant. */
const MAX_WAITING = 20
const MAX_WAITING_OF_MERCHANT = 8
/** How long a document may wait for its turn. Browsers and proxies give up not much later. */
const WAIT_MS = 20_000
/** The largest bill that the API takes needs a third of this on a slow machine. */
const TIMEOUT_MS = 60_000
/** After this the thread ends, and its fonts leave the memory. */
const IDLE_MS = 30_000

/** On globalThis, since Next bundles routes apart: there is one thread in a process. */
function printer(): Printer {
  globals.counterfoilPrinter ??= { thread: undefined, busy: false, waiting: new Set(), finished: new Set() }
  return globals.counterfoilPrinter
}
const globals = globalThis as { counterfoilPrinter?: Printer }

/**
 * Renders documents in a thread of its own, one after the other: setting the text of a large one takes seconds, which
 * would block every request. Merchants take turns.
 * @throws overloaded when too many wait, or this one waits or takes too long; the reason of the signal when it ends
 * the wait
 */
export function print<K extends keyof Documents>(
  kind: K,
  given: Documents[K],
  { merchant, signal }: For,
): Promise<Buffer> {
  const all = printer()
  const own = [...all.waiting].filter((job) => job.merchant === merchant)
  if (all.waiting.size >= MAX_WAITING || own.length >= MAX_WAITING_OF_MERCHANT) throw busy()
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const job: Waiting = { kind, given, merchant, resolve, reject }
    const leave = (reason: unknown) => {
      if (all.waiting.delete(job)) reject(reason)
    }
    setTimeout(() => leave(busy()), WAIT_MS).unref()
    signal?.addEventListener('abort', () => leave(signal.reason), { once: true })
    all.waiting.add(job)
    void next(all)
  })
}

function busy() {
  return refused('overloaded', undefined, { retryAfter: 5 })
}

async function next(all: Printer): Promise<void> {
  if (all.busy) return
  const job = turnOf(all)
  if (!job) return all.finished.clear()
  all.waiting.delete(job)
  all.busy = true
  clearTimeout(all.idle)
  try {
    job.resolve(await drawn(all, job))
  } catch (thrown) {
    job.reject(thrown)
  }
  all.busy = false
  all.idle = setTimeout(() => end(all), IDLE_MS).unref()
  void next(all)
}

/** The next document: the first of a merchant without a turn yet, else of the one whose turn is longest ago. */
function turnOf({ waiting, finished }: Printer): Waiting | undefined {
  const jobs = [...waiting]
  const earliest = [...finished].find((merchant) => jobs.some((job) => job.merchant === merchant))
  const job =
    jobs.find(({ merchant }) => !finished.has(merchant)) ?? jobs.find(({ merchant }) => merchant === earliest)
  if (job) {
    finished.delete(job.merchant)
    finished.add(job.merchant)
  }
  return job
}

function drawn(all: Printer, { kind, given }: Job): Promise<Buffer> {
  all.thread ??= started()
  const { thread } = all
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        settle(
          () =>
            reject(refused('overloaded', 'This document takes too long to generate.', { retryAfter: 60 })),
          true,
        ),
      TIMEOUT_MS,
    )
    const onMessage = ({ bytes, failure }: Printed) =>
      settle(() =>
        bytes ? resolve(Buffer.from(bytes)) : reject(new Error(`A document was not drawn: ${failure}`)),
      )
    const onEnd = (cause: unknown) =>
      settle(() => reject(new Error('The thread that draws documents ended.', { cause })), true)
    function settle(then: () => void, stops = false): void {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
      if (stops) end(all)
      then()
    }
    thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
    thread.ref()
    thread.postMessage({ kind, given } satisfies Job)
  }).finally(() => thread.unref()) as Promise<Buffer>
}

function started(): Worker {
  // Neither the class nor the file is named in a way that the build of the pages would follow.
  const threads = process.getBuiltinModule('node:worker_threads')
  const thread = new threads.Worker(programFile('lib/print/pdf/thread.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: applicationEnvironment(),
  })
  thread.on('error', () => {})
  return thread
}

function end(all: Printer): void {
  const { thread } = all
  all.thread = undefined
  void thread?.terminate()
}
