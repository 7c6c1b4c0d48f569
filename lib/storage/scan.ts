import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { refused } from '#lib/pipeline/errors.ts'
import type { Scan } from '#lib/ports/storage.ts'

/** How long a command may take to judge one file, in milliseconds. */
const PATIENCE = 60_000
const RETRY_AFTER = 10

/**
 * A command of the operator that gets the bytes on standard input: exit code 0 says clean, 1 harmful. Anything else is
 * no judgement, and a file that was not judged is not kept.
 */
export function commandScan(command: string, patience = PATIENCE): Scan {
  return async (bytes) => {
    // A group of its own, so that what the shell has started ends with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    const timer = setTimeout(() => stop(child.pid), patience)
    try {
      const ended = once(child, 'exit') as Promise<[number | null]>
      // A scanner may stop reading early; its exit code counts, not the broken pipe.
      const [[code]] = await Promise.all([ended, pipeline(bytes, child.stdin).catch(() => undefined)])
      if (code === 0) return 'clean'
      if (code === 1) return 'harmful'
      throw unavailable(new Error(`The check for harmful files ended with code ${code}.`))
    } catch (thrown) {
      throw thrown instanceof Error && thrown.name === 'AppError' ? thrown : unavailable(thrown)
    } finally {
      clearTimeout(timer)
    }
  }
}

function stop(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function unavailable(cause: unknown) {
  return refused('document_check_unavailable', undefined, { retryAfter: RETRY_AFTER, cause })
}
