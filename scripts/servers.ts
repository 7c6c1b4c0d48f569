/**
 * Several server processes on one port, and a worker beside them (SERVERS). Node's cluster module takes connections here and
 * hands them round; a process that ends is started again, and `restart` replaces all of them, each by a new one that is ready.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { applicationFile } from '#lib/process/application-files.ts'
import { type Env, listenAddressOf } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { RETIRE, type Ready } from '#scripts/among-servers.ts'
import type { Demo } from '#scripts/demo.ts'

/** A process that ends sooner than this after its start waits before it is started again, longer each time. */
const STEADY_MS = 10_000
const LONGEST_PAUSE_MS = 30_000

export type Servers = {
  /** Once all are ready. @throws CannotStart where the first server ends before */
  ready: Promise<Demo | undefined>
  /** Replaces one process after the other. @returns false where a new one ended before it was ready: the former goes on */
  restart(): Promise<boolean>
  stop(): Promise<void>
}

type Variables = Record<string, string | undefined>

/**
 * Starts the first server, which prepares the database and the pages, then the others and the worker.
 * @param given the environment before .env was read, which each process reads again
 */
export function openServers(env: Env, given: Variables, databaseUrl: string): Servers {
  const own = ownVariables(env, databaseUrl)
  const server = { exec: resolve(process.argv[1] ?? ''), args: process.argv.slice(2) }
  const worker = { exec: applicationFile('bin/counterfoil.mjs'), args: ['worker'] }
  const all: Replaceable[] = []
  let isStopping = false
  const open = (what: string, program: typeof server, at: number) => {
    const variables = { ...own, METRICS_ADDRESS: metricsAddress(env, at) }
    const one = keep(what, () => launch(program, given, variables), at === 0)
    all.push(one)
    return one.ready
  }

  async function openAll(): Promise<Demo | undefined> {
    const { demo } = await open('Server 1', server, 0)
    if (isStopping) return demo
    const others = Array.from({ length: env.SERVERS - 1 }, (_, at) =>
      open(`Server ${at + 2}`, server, at + 1),
    )
    if (env.WORKER === 'inside') others.push(open('The worker', worker, env.SERVERS))
    await Promise.all(others)
    return demo
  }

  const ready = openAll()
  return {
    ready,
    restart: oneAtATime(() => ready.then(() => replaceAll(all))),
    async stop() {
      isStopping = true
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}

/** What each process has in place of the settings: the database is there, and limits by process are shared out. */
export function ownVariables(env: Env, databaseUrl: string): Variables {
  return {
    DATABASE_URL: databaseUrl,
    SERVERS: '1',
    WORKER: 'apart',
    // The process that runs the database keeps its archive.
    WAL_ARCHIVE: '',
    CONNECTIONS_PER_NETWORK: String(Math.ceil(env.CONNECTIONS_PER_NETWORK / env.SERVERS)),
  }
}

/** Each process has metrics of its own, the worker after the servers: at the port of METRICS_ADDRESS and those that follow. */
export function metricsAddress({ METRICS_ADDRESS }: Pick<Env, 'METRICS_ADDRESS'>, at: number): string {
  if (METRICS_ADDRESS === undefined) return ''
  const { port } = listenAddressOf(METRICS_ADDRESS)
  return METRICS_ADDRESS.replace(/\d+$/, String(port + at))
}

function launch(program: { exec: string; args: string[] }, given: Variables, own: Variables): Worker {
  cluster.setupPrimary(program)
  // What this process has read from .env is not handed on.
  const environment = Object.fromEntries(Object.keys(process.env).map((name) => [name, given[name]]))
  return cluster.fork({ ...environment, ...own })
}

type Replaceable = { ready: Promise<Ready>; replace(): Promise<void>; stop(): Promise<void> }

/**
 * Starts a process, and again whenever it ends: an outage of the database while it starts must not end the others.
 * @param isFirst where it ends before it is ready there is nothing to go on with
 */
function keep(what: string, launch: () => Worker, isFirst: boolean): Replaceable {
  let isStopping = false
  let failures = 0
  let pause: NodeJS.Timeout | undefined
  const readyOnce = Promise.withResolvers<Ready>()
  let wasReady = false
  /** The present one and, while it is being replaced, another. */
  const living = new Set<Worker>()
  const retired = new WeakSet<Worker>()

  function start() {
    const worker = launch()
    living.add(worker)
    const began = performance.now()
    const ready = Promise.withResolvers<Ready>()
    ready.promise.then(
      (said) => {
        wasReady = true
        readyOnce.resolve(said)
      },
      () => undefined,
    )
    worker.on('message', (message: Ready) => message.ready && ready.resolve(message))
    worker.once('exit', (code, signal) => {
      living.delete(worker)
      const sentence = `${what} ended (${signal ?? `code ${code}`})`
      const early = new CannotStart(`${sentence} before it was ready.`)
      ready.reject(early)
      if (current.worker !== worker || isStopping) return
      if (isFirst && !wasReady) return readyOnce.reject(early)
      failures = performance.now() - began < STEADY_MS ? failures + 1 : 0
      const milliseconds = failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures)
      log().error({ code, signal }, `${sentence}, and is started again.`)
      pause = setTimeout(() => {
        current = start()
      }, milliseconds)
    })
    return { worker, ready: ready.promise }
  }

  let current = start()
  return {
    ready: readyOnce.promise,
    async replace() {
      if (isStopping) return
      const next = start()
      await next.ready
      clearTimeout(pause)
      const former = current
      current = next
      retired.add(former.worker)
      await ended(former.worker, () => former.worker.send(RETIRE))
    },
    async stop() {
      isStopping = true
      clearTimeout(pause)
      await Promise.all(
        [...living].map((one) => ended(one, () => retired.has(one) || one.process.kill('SIGTERM'))),
      )
    },
  }
}

async function ended(worker: Worker, tell: () => unknown): Promise<void> {
  if (worker.isDead()) return
  const exited = once(worker, 'exit')
  tell()
  await exited
}

async function replaceAll(processes: readonly Replaceable[]): Promise<boolean> {
  try {
    for (const one of processes) await one.replace()
    return true
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    log().error(`The restart was given up: ${error.message} The processes that were there go on.`)
    return false
  }
}

/** Calls while it runs get the result of that run. */
function oneAtATime<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
