import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processIdentity } from '#scripts/postgres/processes.ts'

/** Listens on a port, and notes in a file who it is and how it ended. */
const PROGRAM = `
  import { createServer } from 'node:net'
  import { writeFileSync } from 'node:fs'
  const { onRunnerGone } = await import('#scripts/script-runner.ts')
  const [folder] = process.argv.slice(2)
  const end = (how) => { writeFileSync(folder + '/end', how); process.exit() }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(signal))
  onRunnerGone(() => end('npm is gone'))
  const server = createServer().listen(0, '127.0.0.1', () => {
    writeFileSync(folder + '/up', JSON.stringify({ pid: process.pid, port: server.address().port }))
  })`

let folder = ''
let program = ''
const started: number[] = []
beforeEach(() => {
  mkdirSync('.test', { recursive: true })
  folder = mkdtempSync(resolve('.test', 'runner-'))
  // In the repository, so that its imports are found.
  program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  mkdirSync(join(folder, 'package'))
  const start = `node ${program} ${folder}`
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'x', scripts: { start } }))
})
afterEach(() => {
  for (const pid of started.splice(0)) if (processIdentity(pid)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const note = (name: string) => readFileSync(join(folder, name), 'utf8')

async function untilUp(): Promise<{ pid: number; port: number }> {
  while (!existsSync(join(folder, 'up')) || note('up') === '') await sleep(20)
  const up = JSON.parse(note('up'))
  started.push(up.pid)
  return up
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return await new Promise((done) => {
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

const run = (command: string, args: string[], options: object): ChildProcess => {
  const child = spawn(command, args, { stdio: 'ignore', ...options })
  if (child.pid) started.push(child.pid)
  return child
}

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'the script ends, and its port is free, after npm gets %s',
  async (signal) => {
    const npm = run('npm', ['start'], { cwd: join(folder, 'package') })
    const { pid, port } = await untilUp()
    npm.kill(signal)
    for (let waited = 0; processIdentity(pid) && waited < 60_000; waited += 20) await sleep(20)
    expect(processIdentity(pid)).toBeUndefined()
    expect(['npm is gone', 'SIGTERM']).toContain(note('end'))
    // The kernel closes the sockets and files of a process shortly after its end.
    await expect.poll(() => isFree(port)).toBe(true)
  },
)

test.skipIf(process.platform === 'win32')(
  'the script ends with Ctrl-C, which reaches the whole group',
  async () => {
    const npm = run('npm', ['start'], { cwd: join(folder, 'package'), detached: true })
    const { pid } = await untilUp()
    process.kill(-Number(npm.pid), 'SIGINT')
    for (let waited = 0; processIdentity(pid) && waited < 60_000; waited += 20) await sleep(20)
    expect(processIdentity(pid)).toBeUndefined()
    expect(note('end')).toBe('SIGINT')
  },
)

test.skipIf(process.platform === 'win32').each([
  ['a shell', {}],
  ['a shell that has the environment of npm', { npm_lifecycle_event: 'start' }],
])('a program that %s has started in the background outlives it', async (_, extra) => {
  const { npm_lifecycle_event: _event, ...env } = process.env
  const shell = run('sh', ['-c', `${process.execPath} ${program} ${folder} & wait`], {
    env: { ...env, ...extra },
  })
  const { pid } = await untilUp()
  shell.kill('SIGKILL')
  await sleep(1000)
  expect(processIdentity(pid)).toBeDefined()
  expect(existsSync(join(folder, 'end'))).toBe(false)
})
