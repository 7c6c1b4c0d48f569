import { commandOf, parentOf, processIdentity } from '#scripts/postgres/processes.ts'

/** How often it is checked that npm still runs. */
const CHECK_MS = 250
const RUNNER = /^(\S*\/)?(npm|pnpm|yarn|bun)(\s|$)|\b(npm-cli|npx-cli|pnpm|yarn)\.c?js\b/
const SHELL = /^(\S*\/)?(sh|dash|ash|bash|zsh|busybox( sh)?)\s+-c\s/

/**
 * Calls back once when the npm that runs this script has ended. npm starts a script through a shell and sends signals
 * to the shell, which ends without passing them on, so that the script would go on alone and keep its port.
 * A process that npm does not run (a service, one that was detached on purpose) is never told.
 */
export function onRunnerGone(gone: () => void): void {
  const runner = runnerOf(process.ppid)
  if (runner.length === 0) return
  const parent = process.ppid
  const lives = runner.map((pid) => ({ pid, identity: processIdentity(pid) }))
  const timer = setInterval(() => {
    const all = lives.every(({ pid, identity }) => processIdentity(pid) === identity)
    if (all && process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, CHECK_MS)
  timer.unref()
}

/** The shells from the parent up to npm, and npm; empty when anything else is between, or when it is not npm's script. */
function runnerOf(parent: number): number[] {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return []
  const chain: number[] = []
  for (let pid: number | undefined = parent; pid !== undefined && pid > 0; pid = parentOf(pid)) {
    chain.push(pid)
    const command = commandOf(pid)
    if (RUNNER.test(command)) return chain
    if (!SHELL.test(command)) return []
  }
  return []
}
