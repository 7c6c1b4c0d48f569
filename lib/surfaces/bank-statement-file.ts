import { Counters } from '#lib/auth/counters.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { readBankFileInThread } from '#lib/bank-files/in-thread.ts'
import { MAX_STATEMENT_BYTES } from '#lib/bank-files/limits.ts'
import { BankFileError } from '#lib/bank-files/statement.ts'
import type { FileForm } from '#lib/surfaces/file-form.ts'

/** How many files one person can have read: more than anyone looks at, few enough for the one thread that reads them. */
const READS = new Counters({ max: 30, seconds: 600, refills: true }, 10_000)

export const statementFile: FileForm = {
  field: 'file',
  max: MAX_STATEMENT_BYTES,
  async read(file) {
    const { id, account } = await requireStaff()
    const wait = READS.take(id)
    if (wait > 0) return `You uploaded many files. Try again in ${Math.ceil(wait / 60)} min.`
    try {
      const read = await readBankFileInThread(new Uint8Array(await file.arrayBuffer()), account.currency)
      return { content: JSON.stringify(read), file_name: file.name.slice(0, 200) }
    } catch (thrown) {
      if (thrown instanceof BankFileError) return thrown.message
      throw thrown
    }
  },
}
