import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { refused } from '#lib/pipeline/errors.ts'
import type { billPdf } from './bill-pdf.ts'
import type { payoutAdvicePdf } from './payout-advice.ts'
import type { statementPdf } from './statement-pdf.ts'

/** Everything that can be printed, with what it is printed from. */
type Documents = {
  bill: Parameters<typeof billPdf>
  statement: Parameters<typeof statementPdf>
  payout: Parameters<typeof payoutAdvicePdf>
}
export type Job = { kind: keyof Documents; given: unknown[] }
export type Printed = { bytes: Uint8Array; failure?: never } | { bytes?: never; failure: string }

type Waiting = Job & { resolve(bytes: Buffer): void; reject(error: unknown): void }
type Printer = {
  thread: Worker | undefined
  busy: boolean
  waiting: Waiting[]
  idle?: NodeJS.Timeout | undefined
}

/** How many documents may wait for the one that is being drawn. */
const MOST_WAITING = 20
/** The largest bill that the API takes needs a third of this on a slow machine. */
const TIMEOUT_MS = 60_000
/** After this the thread ends, and its fonts leave the memory. */
const IDLE_MS = 30_000

/** On globalThis, since Next bundles routes apart: there is one thread in a process. */
function printer(): Printer {
  held.counterfoilPrinter ??= { thread: undefined, busy: false, waiting: [] }
  return held.counterfoilPrinter
}
const held = globalThis as { counterfoilPrinter?: Printer }

/**
 * Draws a document in a thread of its own, one after the other: setting the text of a large one takes seconds, in which
 * nothing else would be answered.
 * @throws overloaded when too many wait, or this one takes too long
 */
export function print<K extends keyof Documents>(kind: K, ...given: Documents[K]): Promise<Buffer> {
  const all = printer()
  if (all.waiting.length >= MOST_WAITING) throw refused('overloaded', undefined, { retryAfter: 5 })
  return new Promise((resolve, reject) => {
    all.waiting.push({ kind, given, resolve, reject })
    void next(all)
  })
}

async function next(all: Printer): Promise<void> {
  if (all.busy) return
  const job = all.waiting.shift()
  if (!job) return
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

function drawn(all: Printer, { kind, given }: Job): Promise<Buffer> {
  all.thread ??= started()
  const { thread } = all
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        settle(
          () => reject(refused('overloaded', 'This document takes too long to draw.', { retryAfter: 60 })),
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
    function settle(then: () => void, ends = false): void {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
      if (ends) end(all)
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
  const thread = new threads.Worker(join(process.cwd(), 'lib', 'pdf', 'thread.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: {},
  })
  thread.on('error', () => {})
  return thread
}

function end(all: Printer): void {
  const { thread } = all
  all.thread = undefined
  void thread?.terminate()
}
