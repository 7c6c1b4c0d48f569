import type { Worker } from 'node:worker_threads'
import { applicationEnvironment, programFile } from '#lib/process/application-files.ts'
import type { SheetRow } from '#lib/table-files/table.ts'
import type { BankFile } from './read.ts'
import { BankFileError } from './statement.ts'

export type Task = { name: 'bank_file' | 'workbook'; given: unknown[] }
export type TaskResult = { value?: unknown; problem?: string; failure?: string }

/** Far longer than the largest file takes. */
const TIMEOUT_MS = 30_000

/** The bank file that someone uploaded, read beside the event loop. @throws BankFileError */
export function readBankFileInThread(bytes: Uint8Array, currency: string): Promise<BankFile> {
  return queued({ name: 'bank_file', given: [bytes, currency] }) as Promise<BankFile>
}

/** The rows of a workbook, read beside the event loop. @throws BankFileError */
export function readWorkbookInThread(bytes: Uint8Array): Promise<SheetRow[]> {
  return queued({ name: 'workbook', given: [bytes] }) as Promise<SheetRow[]>
}

/** Kept on globalThis, since the build of the pages has modules of its own. */
type Reader = { thread?: Worker | undefined; last: Promise<unknown> }
const shared = globalThis as { counterfoilFileReader?: Reader }

/** One file at a time: the next begins when the one before has been read, or was given up. */
function queued(task: Task): Promise<unknown> {
  shared.counterfoilFileReader ??= { last: Promise.resolve() }
  const reader = shared.counterfoilFileReader
  const next = reader.last.then(() => run(reader, task))
  reader.last = next.catch(() => undefined)
  return next
}

function run(reader: Reader, task: Task): Promise<unknown> {
  reader.thread ??= started()
  const { thread } = reader
  return new Promise((resolve, reject) => {
    const settle = (then: () => void, stops = false) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
      if (stops) {
        reader.thread = undefined
        void thread.terminate()
      } else thread.unref()
      then()
    }
    const tooMuch = (cause?: unknown) =>
      settle(
        () => reject(new BankFileError('The file takes too long to read. Split it by period.', { cause })),
        true,
      )
    const timer = setTimeout(tooMuch, TIMEOUT_MS)
    const onEnd = (cause: unknown) => tooMuch(cause)
    const onMessage = ({ value, problem, failure }: TaskResult) =>
      settle(() => {
        if (problem !== undefined) reject(new BankFileError(problem))
        else if (failure !== undefined) reject(new Error(`A file was not read: ${failure}`))
        else resolve(value)
      })
    thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
    thread.ref()
    thread.postMessage(task)
  })
}

function started(): Worker {
  // Neither the class nor the file is named in a way that the build of the pages would follow.
  const threads = process.getBuiltinModule('node:worker_threads')
  const thread = new threads.Worker(programFile('lib/bank-files/thread.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: applicationEnvironment(),
  })
  thread.on('error', () => {})
  return thread
}
