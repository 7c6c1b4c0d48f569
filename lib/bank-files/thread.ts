/** What the thread of in-thread.ts runs: it reads one file after the other. */
import { parentPort } from 'node:worker_threads'
import { TableFileError } from '#lib/table-files/table.ts'
import { workbookRows } from '#lib/table-files/workbook.ts'
import type { Task, TaskResult } from './in-thread.ts'
import { readBankFile } from './read.ts'
import { BankFileError } from './statement.ts'

const TASKS = { bank_file: readBankFile, workbook: workbookRows } as {
  [name in Task['name']]: (...given: unknown[]) => unknown
}

parentPort?.on('message', ({ name, given }: Task) => {
  parentPort?.postMessage(run(name, given))
})

function run(name: Task['name'], given: unknown[]): TaskResult {
  try {
    return { value: TASKS[name](...given) }
  } catch (thrown) {
    if (thrown instanceof BankFileError || thrown instanceof TableFileError)
      return { problem: thrown.message }
    return { failure: String((thrown as Error)?.stack ?? thrown) }
  }
}
