import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, fstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationFile } from '#lib/process/application-files.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { randomText } from '#lib/values/random-text.ts'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { canReach, databaseAccount, systemFolder } from '#scripts/postgres/account.ts'
import { freePort, runningPostmaster } from '#scripts/postgres/postmaster.ts'
import { readSandboxAccess, templateFolder } from '#scripts/sandbox-template.ts'
import { onRunnerGone } from '#scripts/script-runner.ts'
import { Misuse, type Values } from './command.ts'

/** Settings that a sandbox takes from the environment: how the simulator and its times behave, and the log. */
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
  const demo = values.demo === true
  let server: Server | undefined
  let isEnding = false
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    await server?.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  onParentGone(() => void end(0))
  const template = templateFolder(demo)
  const port = String(await freePort())
  if (!existsSync(template)) {
    console.error('Preparing the data of sandboxes, once for this version ...')
    server = startServer({ PORT: port, DEMO: demo ? 'on' : 'off' }, ['--template', template])
    await server.ended
    // The server has said why.
    if (!existsSync(template)) await end(1)
  }
  if (isEnding) return null
  const token = randomText(40)
  server = startServer({ PORT: port, DEMO: 'off', SANDBOX_TOKEN: token }, [], template)
  void server.ended.then((code) => end(code ?? 1))
  if (!(await server.listening)) return null
  const base_url = `http://localhost:${port}`
  const control = { url: `${base_url}/_sandbox`, token }
  const access = { base_url, mcp_url: `${base_url}/mcp`, ...readSandboxAccess(server.folder), control }
  process.stdout.write(`${JSON.stringify(access)}\n`)
  return null
}

type Server = {
  folder: string
  /** Whether the API responds; false where the server ended before. */
  listening: Promise<boolean>
  /** Its exit code, once it has ended and its data is deleted. */
  ended: Promise<number | null>
  stop: () => Promise<unknown>
}

/** A server that ends and deletes its data when this process is gone, however it ended. */
function startServer(settings: Record<string, string>, args: string[], template?: string): Server {
  // The folder is one that PostgreSQL's account can reach, or the server would keep the cluster elsewhere.
  const parent = canReach(tmpdir(), databaseAccount()) ? tmpdir() : systemFolder()
  const folder = mkdtempSync(join(parent, 'counterfoil-sandbox-'))
  try {
    if (template) copyDataFolder(template, folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  // Blank, not absent: a setting in an .env file then does not reach the sandbox.
  const blank = SETTING_NAMES.filter((name) => !TAKEN.test(name)).map((name) => [name, ''] as const)
  const options = ['--max-semi-space-size=32', '--heap-growing-percent=100']
  const program = applicationFile('bin/counterfoil.mjs')
  const child = spawn(process.execPath, [...options, program, 'start', '--ephemeral', ...args], {
    cwd: applicationFile('.'),
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      ...Object.fromEntries(blank),
      ...settings,
      DATA_DIR: folder,
    },
    // Out of our group, whose signals it is not to get: what kills that would leave PostgreSQL and the data behind.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const exit = once(child, 'exit')
  const ended = exit.then(async ([code]) => {
    await removeRemains(folder)
    return code as number | null
  })
  const listening = Promise.race([once(child, 'message').then(() => true), exit.then(() => false)])
  const stop = () => {
    if (child.connected) child.disconnect()
    return ended
  }
  return { folder, listening, ended, stop }
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
  if (isPipe(0)) process.stdin.on('end', gone).on('error', gone).resume()
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
  const postmaster = await runningPostmaster(join(folder, 'postgres'))
  if (postmaster) {
    process.kill(postmaster.pid, 'SIGQUIT')
    await postmaster.gone
  }
  rmSync(folder, { recursive: true, force: true })
}
