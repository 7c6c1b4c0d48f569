import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, fstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationFile, packageFolder } from '#lib/process/application-files.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { freePort, runningPostmaster } from '#scripts/postgres/postmaster.ts'
import { type SandboxAccess, sandboxTemplate } from '#scripts/sandbox-template.ts'
import { onRunnerGone } from '#scripts/script-runner.ts'
import { Misuse, type Values } from './command.ts'

/** Settings that a sandbox takes from the environment: how the simulator and its times behave. */
const TAKEN =
  /^(SIMULATOR_|SETTLE_|RATE_LIMIT_|AUTHORIZATION_WINDOW_SECONDS|JOB_POLL_SECONDS|LOG_LEVEL|BUILD_DIR)/

/** How often it is checked that the parent still runs. */
const CHECK_MS = 250

/**
 * `sandbox --ephemeral`: a server on a copy of a prepared data folder, which is deleted at the end. One line of JSON on
 * standard output says how to use it, as soon as the API responds; everything else goes to standard error.
 */
export async function sandbox(values: Values): Promise<null> {
  if (values.ephemeral !== true)
    throw new Misuse(
      'Pass --ephemeral: the data of a sandbox is deleted when it ends. To keep data, run `start`.',
    )
  // Steps of a start are printed.
  console.log = console.error
  const template = await sandboxTemplate(values.demo === true)
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sandbox-'))
  chmodSync(folder, 0o711)
  let server: ChildProcess | undefined
  let stopping = false
  const end = async (code: number) => {
    if (stopping) return
    stopping = true
    if (server && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await removeRemains(folder)
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  onParentGone(() => void end(0))
  copyDataFolder(template, folder)
  const port = await freePort()
  server = startServer(folder, port)
  server.once('exit', (code) => void end(code ?? 1))
  await Promise.race([once(server, 'message'), once(server, 'exit')])
  if (server.exitCode !== null || stopping) return null
  const access = JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8')) as SandboxAccess
  const url = `http://localhost:${port}`
  process.stdout.write(`${JSON.stringify({ base_url: url, mcp_url: `${url}/mcp`, ...access })}\n`)
  return null
}

function startServer(folder: string, port: number): ChildProcess {
  const program = packageFolder() === undefined ? ['scripts/start.mjs'] : ['bin/counterfoil.mjs', 'start']
  const [path = '', ...args] = program
  // Blank, not absent: a setting in an .env file then does not reach the sandbox.
  const blank = SETTING_NAMES.filter((name) => !TAKEN.test(name)).map((name) => [name, ''] as const)
  return spawn(
    process.execPath,
    ['--max-semi-space-size=32', '--heap-growing-percent=100', applicationFile(path), ...args, '--ephemeral'],
    {
      env: {
        LOG_LEVEL: 'warn',
        ...process.env,
        ...Object.fromEntries(blank),
        DATA_DIR: folder,
        PORT: String(port),
        DEMO: 'off',
      },
      stdio: ['ignore', 2, 2, 'ipc'],
    },
  )
}

/** Calls back once when the process that started this one has ended, or has closed the pipe that is standard input. */
function onParentGone(gone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, CHECK_MS)
  timer.unref()
  onRunnerGone(gone)
  if (!isPipe(0)) return
  process.stdin.on('end', gone).on('error', gone).resume()
}

function isPipe(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor)
    return found.isFIFO() || found.isSocket()
  } catch {
    return false
  }
}

/** What a server that was killed leaves; one that was stopped has deleted its folder. */
async function removeRemains(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const postmaster = await runningPostmaster(join(folder, 'postgres'))
  if (postmaster) {
    process.kill(postmaster.pid, 'SIGQUIT')
    await postmaster.gone
  }
  rmSync(folder, { recursive: true, force: true })
}
