/**
 * `node scripts/small-memory.ts [MEGABYTES] [FOLDER]`: whether 512 MB are enough for server, worker and embedded database, from
 * the first start through a sign-in, every page that links lead to and 1,000 writes. All of it runs in a cgroup of that size
 * without swap, of which the kernel says the peak. Run as root, on Linux, in a folder with a build (FOLDER: such a one).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { complain } from '#scripts/complain.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { duration } from '#scripts/progress.ts'

const MB = 2 ** 20
/** Memory of a process, with its share of what several have in common. In kilobytes. */
const PSS = /^Pss: +(\d+)/m
const WRITES = 1000

type Group = {
  path: string
  /** Memory that cannot be dropped: what counts, since files that were read stay in memory until it is needed. */
  used(): number
  /** Node, and all processes of PostgreSQL, in megabytes. */
  parts(): { node: number; postgres: number; backends: number }
  ended(): { peak: number; killed: number }
}

/** A cgroup of version 2, else of version 1. @throws CannotStart where there is neither, or this user may not */
function openGroup(bytes: number): Group {
  const name = `counterfoil-${process.pid}`
  const v2 = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const path = v2 ? `/sys/fs/cgroup/${name}` : `/sys/fs/cgroup/memory/${name}`
  try {
    mkdirSync(path)
    const limits: Record<string, string> = v2
      ? { 'memory.max': String(bytes), 'memory.swap.max': '0' }
      : { 'memory.limit_in_bytes': String(bytes), 'memory.swappiness': '0' }
    for (const [file, value] of Object.entries(limits))
      if (existsSync(join(path, file))) writeFileSync(join(path, file), value)
  } catch (cause) {
    throw new CannotStart('No cgroup with a memory limit can be made here. Run this as root on Linux.', {
      cause,
    })
  }
  const read = (file: string) => readFileSync(join(path, file), 'utf8')
  const field = (file: string, key: string) =>
    Number(new RegExp(`^${key} (\\d+)`, 'm').exec(read(file))?.[1] ?? 0)
  return {
    path,
    used: () =>
      v2
        ? field('memory.stat', 'anon') + field('memory.stat', 'shmem')
        : field('memory.stat', 'total_rss') + field('memory.stat', 'total_shmem'),
    parts: () => partsOf(read('cgroup.procs').split('\n').filter(Boolean)),
    ended: () => ({
      peak: Number(read(v2 ? 'memory.peak' : 'memory.max_usage_in_bytes')),
      killed: v2 ? field('memory.events', 'oom_kill') : field('memory.oom_control', 'oom_kill'),
    }),
  }
}

function partsOf(pids: string[]): ReturnType<Group['parts']> {
  const parts = { node: 0, postgres: 0, backends: 0 }
  for (const pid of pids) {
    try {
      const kilobytes = Number(PSS.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
      const isNode = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs')
      parts[isNode ? 'node' : 'postgres'] += kilobytes / 1024
      parts.backends += isNode ? 0 : 1
    } catch {
      // It has ended meanwhile.
    }
  }
  return parts
}

/** `npm start` as package.json has it, in the group from its first instruction on. */
function start(group: Group, folder: string, data: string, port: number): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [, ...args] = scripts.start.split(' ')
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const env = {
    ...process.env,
    ...blank,
    NODE_ENV: 'production',
    DATA_DIR: data,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DATABASE_POOL: '4',
  }
  const command = `echo $$ > ${group.path}/cgroup.procs && exec node_modules/.bin/node "$@"`
  return spawn('sh', ['-c', command, 'sh', ...args], {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function untilReady(child: ChildProcess): Promise<void> {
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  while (!printed.includes('is ready at')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new CannotStart(`It did not start.\n${printed}`)
    await sleep(100)
  }
}

type Demo = {
  base_url: string
  email: string
  password: string
  test: { key_id: string; key_secret: string }
}

/** Signs in as next-auth's own client does. @returns the cookies of the session */
async function signIn({ base_url, email, password }: Demo): Promise<string> {
  const csrf = await fetch(`${base_url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookies = csrf.headers.getSetCookie()
  const signed = await fetch(`${base_url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookieOf(cookies), origin: base_url },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
    redirect: 'manual',
  })
  const all = cookieOf([...cookies, ...signed.headers.getSetCookie()])
  if (!all.includes('session-token')) throw new CannotStart(`Signing in responded with ${signed.status}.`)
  return all
}

const cookieOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')

/** Two pages of each kind, found by their links: an ID in a path is one of many. @returns the paths that were requested */
async function everyPage({ base_url }: Demo, cookie: string): Promise<string[]> {
  const kinds = new Map<string, number>()
  const waiting = ['/', '/docs']
  const opened: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replaceAll(/\b[a-z]+_[0-9A-Za-z]{14}\b|\b[0-9a-f-]{36}\b|\d{4}-\d{2}/g, ':id')
    const count = kinds.get(kind) ?? 0
    if (count >= 2 || opened.includes(path)) continue
    kinds.set(kind, count + 1)
    opened.push(path)
    const response = await fetch(`${base_url}${path}`, { headers: { cookie, accept: 'text/html' } })
    if (response.status >= 500) throw new CannotStart(`${path} responded with ${response.status}.`)
    const html = await response.text()
    for (const [, found = ''] of html.matchAll(/href="(\/[^"#?]*)/g))
      if (!/^\/(_next|fonts|api|v1)\b|\.\w+$/.test(found)) waiting.push(found)
  }
  return opened
}

async function write({ base_url, test }: Demo): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${test.key_id}:${test.key_secret}`).toString('base64')}`
  let left = WRITES
  const one = async () => {
    while (left-- > 0) {
      const response = await fetch(`${base_url}/v1/orders`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 50_000, currency: 'INR' }),
      })
      await response.arrayBuffer()
      if (response.status === 429) {
        left += 1
        await sleep(1000)
      } else if (response.status >= 300) throw new CannotStart(`An order responded with ${response.status}.`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

/** What is left where the server was killed ends with the group. */
async function removeGroup(path: string): Promise<void> {
  for (let tried = 0; tried < 100; tried += 1) {
    const pids = readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)
    if (pids.length === 0) return rmdirSync(path)
    if (tried > 50) for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
    await sleep(100)
  }
  console.log(`  ${path} still has processes.`)
}

async function main(): Promise<void> {
  const [megabytes = '512', place = '.'] = process.argv.slice(2)
  const folder = resolve(place)
  const group = openGroup(Number(megabytes) * MB)
  const data = mkdtempSync(join(tmpdir(), 'counterfoil-small-'))
  const child = start(group, folder, data, await freePort())
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, group.used())
  }, 100)
  const say = (what: string, since: number) => {
    const { node, postgres, backends } = group.parts()
    const used = `used ${(group.used() / MB).toFixed(0)} MB, at most ${(highest / MB).toFixed(0)} MB`
    const parts = `Node ${node.toFixed(0)} MB, ${backends} processes of PostgreSQL ${postgres.toFixed(0)} MB`
    console.log(`  ${what.padEnd(28)} ${duration(since).padStart(7)}   ${used}: ${parts}`)
  }
  try {
    let since = performance.now()
    await untilReady(child)
    say('first start with demo data', since)
    const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo
    since = performance.now()
    const cookie = await signIn(demo)
    say('sign-in', since)
    since = performance.now()
    const pages = await everyPage(demo, cookie)
    say(`${pages.length} pages`, since)
    since = performance.now()
    await write(demo)
    say(`${WRITES} orders`, since)
  } finally {
    clearInterval(timer)
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const { peak, killed } = group.ended()
    console.log(
      `  Limit ${megabytes} MB: at most ${(highest / MB).toFixed(0)} MB used, ${(peak / MB).toFixed(0)} MB with cached files; processes killed: ${killed}.`,
    )
    await removeGroup(group.path)
    rmSync(data, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}
