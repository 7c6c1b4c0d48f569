/** The entry point of `npm start` and `npm run dev`; see scripts/start.mjs. */
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { noteProxy } from '#lib/auth/address.ts'
import { accessLog } from '#lib/process/access-log.ts'
import { applicationFile, packageFolder } from '#lib/process/application-files.ts'
import { tracesUrl, trustedProxies } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { answeringOutages } from '#lib/process/outage.ts'
import { withCompression } from '#lib/server/compressed-reply.ts'
import { CONNECTION_LIMITS } from '#lib/server/connection-limits.ts'
import { withErrorPages } from '#lib/server/error-pages.ts'
import { actionsOf, withFormRequests } from '#lib/server/form-requests.ts'
import {
  assertPortFree,
  createServing,
  pagesWhenReady,
  type ServingOptions,
} from '#lib/server/http-server.ts'
import { observed } from '#lib/server/observed-requests.ts'
import { withPageMarkup } from '#lib/server/page-markup.ts'
import { withPlainPages } from '#lib/server/plain-pages.ts'
import { routePatterns } from '#lib/server/route-pattern.ts'
import { openRouter } from '#lib/server/router.ts'
import { withScriptFiles } from '#lib/server/script-files.ts'
import { onRetired, sayReady } from '#scripts/among-servers.ts'
import { ensureBuild, formKey, keepingTsconfig } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'
import { type Demo, prepareData, signInLines } from '#scripts/demo.ts'
import { bringUpDatabase, prepareEnvironment } from '#scripts/environment.ts'
import { keepWalArchive, startOperating } from '#scripts/operating.ts'
import { payerScript } from '#scripts/payer-script.ts'
import { duration, step } from '#scripts/progress.ts'
import { onRunnerGone } from '#scripts/script-runner.ts'
import { openServers, type Servers } from '#scripts/servers.ts'
import { SINGLE_ROUTES } from '#scripts/single-routes.ts'

const dev = process.argv.includes('--dev')
/** For the test that compares both: Next handles everything, as it does in development. */
const withoutFront = dev || process.argv.includes('--without-front')
Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' })
/** Before .env is read. */
const given = { ...process.env }
const env = prepareEnvironment()
const address = { port: env.PORT, host: env.HOST }

/**
 * For `counterfoil sandbox`, which runs this as a child: the data folder is deleted at the end. With `--template FOLDER` the data
 * is only prepared, and kept there.
 */
const ephemeral = process.argv.includes('--ephemeral')
const template = ephemeral
  ? parseArgs({ options: { template: { type: 'string' } }, strict: false }).values.template
  : undefined
/** The started parts, to be stopped in the reverse order. */
const running: { what: string; stop: () => Promise<unknown> }[] = []
/** How long a part may take to stop. */
const PART_MS = 30_000
let stopping = false
let stoppingSince = 0
/** How long requests of /v1 have the new server to themselves. */
const HEAD_START_MS = 100
/** Signals within this time are one. */
const TWICE_MS = 500
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
onRunnerGone(() => stopping || void stop(0))
/** Whether another process has taken the place of this one. */
let isReplaced = false
onRetired(() => {
  isReplaced = true
  if (!stopping) void stop(0)
})
let restart: Servers['restart'] | undefined
process.on('SIGUSR2', () => void replaceServers())
// A closed output (a closed terminal, `npm start | head`) is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
// One forgotten promise must not end a server that takes payments; an uncaught exception, whose state is unknown, does.
process.on('unhandledRejection', (reason) => log().error({ err: reason }, 'Unhandled rejection.'))

try {
  if (ephemeral) deleteData()
  await (env.SERVERS > 1 && !dev ? startServers() : start())
} catch (error) {
  if (!stopping) {
    complain(error)
    await stop(1)
  }
}

/** Several processes in place of this one, which keeps them and the database. */
async function startServers(): Promise<void> {
  await assertPortFree(address)
  const database = await openDatabase()
  const archive = await keepWalArchive(env)
  if (archive) running.push({ what: 'archive', stop: archive.stop })
  const servers = openServers(env, given, database.url)
  running.push({ what: 'servers', stop: servers.stop })
  // A signal that comes before all are there is heeded once they are.
  restart = servers.restart
  const demo = await servers.ready
  if (demo) announce(demo)
}

/** /v1 responds as soon as the database is ready; the build, the pages and the worker come beside it. */
async function start(): Promise<void> {
  if (cluster.isPrimary) await assertPortFree(address)
  if (stopping) return
  const next = Promise.withResolvers<RequestListener>()
  const pages = pagesWhenReady(next.promise)
  // In development Next handles everything, since it reloads changed files.
  const front = openRouter(pages, SINGLE_ROUTES)
  const router = withoutFront ? { ...front, listener: pages } : front
  // While PostgreSQL starts.
  const loading = router.load()
  loading.catch(() => undefined)
  const database = await openDatabase()
  const demo = await bringUpData(database.url)
  if (typeof template === 'string') return await prepareTemplate(demo, template)
  running.push({ what: 'metrics, traces and alerts', stop: (await startOperating(env, database.url)).stop })
  const trusted = trustedProxies(env)
  const serving = createServing(router.listener, address, {
    onArrival: (request) => noteProxy(request, trusted),
    ...observing(router.patternOf),
    // Next's development server tells open pages of changes over one.
    webSockets: dev,
    trustedProxies: trusted,
    limits: {
      perNetwork: env.CONNECTIONS_PER_NETWORK,
      unlimited: [...CONNECTION_LIMITS.unlimited, ...trusted],
    },
  })
  await serving.listen()
  if (ephemeral) process.send?.('listening')
  // Loading the pages and the worker holds up the requests that have been waiting for this server. They go first.
  const begun = loading.then(() => sleep(HEAD_START_MS))
  let isBuilt = dev || packageFolder() !== undefined
  const built = begun.then(() => (isBuilt ? undefined : step('Build', () => ensureBuild(env.BUILD_DIR))))
  const preparing = built.then(() => {
    isBuilt = true
    return step('Pages', () => preparePages(next.resolve))
  })
  preparing.catch(next.reject)
  const working = env.WORKER === 'inside' ? begun.then(() => step('Worker', startWorker)) : undefined
  // A part that is still starting when the server is told to stop is stopped once it is up; a build ends with us.
  running.push({ what: 'pages', stop: async () => isBuilt && (await ended(preparing))?.() })
  running.push({ what: 'worker', stop: async () => (await ended(working))?.() })
  running.push({ what: 'server', stop: () => serving.close({ isReplaced }) })
  await Promise.all([preparing, working])
  if (cluster.isWorker) sayReady(demo)
  else if (!ephemeral) announce(demo)
  flushCompileCache()
}

/** SIGUSR2: a new build and changed settings come into use, and no request fails. */
async function replaceServers(): Promise<void> {
  if (restart === undefined)
    log().warn('SIGUSR2 replaces servers one after the other where SERVERS is 2 or more. Nothing was done.')
  else if (await restart()) log().info('Each server was replaced by a new one.')
}

async function openDatabase(): Promise<{ url: string }> {
  const opening = step('Database', () =>
    bringUpDatabase(env, { durable: !ephemeral, say: (line) => console.log(`  ${line}`) }),
  )
  running.push({ what: 'database', stop: async () => (await ended(opening))?.stop() })
  return await opening
}

/** Requests are timed where metrics, traces or the access log are on. */
function observing(apiPattern: (path: string) => string | undefined): Pick<ServingOptions, 'observed'> {
  const access = accessLog()
  if (access) running.push({ what: 'access log', stop: async () => access.flush() })
  if (!access && env.METRICS_ADDRESS === undefined && tracesUrl(env) === null) return {}
  const patternOf = routePatterns(apiPattern)
  return { observed: (listener) => observed(listener, patternOf, access?.write) }
}

/** A part once it has started; nothing for one that failed, which has been reported. */
async function ended<Part>(part: Promise<Part> | undefined): Promise<Part | undefined> {
  return await part?.catch(() => undefined)
}

/** At the end, which is also that of the command. */
function deleteData(): void {
  const options = { recursive: true, force: true, maxRetries: 5 }
  running.push({ what: 'data folder', stop: () => rm(env.DATA_DIR, options) })
  const onCommandGone = () => stopping || void stop(0)
  process.on('disconnect', onCommandGone)
  if (!process.connected) onCommandGone()
}

async function prepareTemplate(demo: Demo, place: string): Promise<void> {
  const { keepTemplate, writeSandboxAccess } = await import('#scripts/sandbox-template.ts')
  await writeSandboxAccess(env, demo)
  if (stopping) return
  running.splice(1, 0, { what: 'template', stop: async () => keepTemplate(env.DATA_DIR, place) })
  await stop(0)
}

async function bringUpData(url: string): Promise<Demo> {
  running.push({ what: 'connections', stop: closeConnections })
  const { limitStatements } = await import('#lib/database/client.ts')
  limitStatements()
  const demo = await prepareData(url, env)
  const { startHeartbeat } = await import('#lib/database/heartbeat.ts')
  const { callerThrottle } = await import('#lib/auth/throttle.ts')
  const heartbeat = await startHeartbeat(url, env.WORKER === 'inside', { sharing: callerThrottle().shared })
  running.push({ what: 'heartbeat', stop: heartbeat.stop })
  return demo
}

/** What Next gives a server without its compilers, which reading next.config.mjs looks for. */
function settingsOfPackage(): Record<string, string> {
  if (packageFolder() === undefined) return {}
  const text = readFileSync(applicationFile(`${env.BUILD_DIR}/required-server-files.json`), 'utf8')
  return { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(JSON.parse(text).config) }
}

/** Next in this process, so that requests can be looked at before Next sees them. @returns what stops it */
async function preparePages(prepared: (listener: RequestListener) => void): Promise<() => Promise<void>> {
  const { default: next } = await import('next')
  Object.assign(process.env, formKey(), settingsOfPackage())
  const dir = applicationFile('.')
  const app = next({ dev, dir, hostname: new URL(env.BASE_URL).hostname, port: env.PORT })
  await (dev ? keepingTsconfig(() => app.prepare()) : app.prepare())
  const handle = app.getRequestHandler()
  const pages = answeringOutages((request, response) => void handle(request, response))
  const forms = withFormRequests(pages, dev ? null : actionsOf(env.BUILD_DIR))
  const ownScript = await payerScript(dev ? undefined : env.BUILD_DIR)
  prepared(withCompression(withScriptFiles(withPlainPages(withErrorPages(withPageMarkup(forms)), ownScript))))
  return () => app.close()
}

/**
 * The worker runs here and not in Next's instrumentation hook: here it is the code that `npm run worker` runs, as
 * plain modules, and it can be waited for when the server stops.
 */
async function startWorker(): Promise<() => Promise<void>> {
  const { startWorker } = await import('#lib/jobs/worker.ts')
  const worker = await startWorker()
  return () => worker.stop()
}

async function closeConnections(): Promise<void> {
  const { closeDatabase } = await import('#lib/database/client.ts')
  const { closeRuntime, runtime } = await import('#lib/runtime.ts')
  const { flushRequestLog } = await import('#lib/surfaces/request-log.ts')
  const { keyRingIfRead } = await import('#lib/auth/key-ring.ts')
  // The lines of the last requests wait for the next round, which does not come any more. Without keys there were none.
  if (keyRingIfRead()) await flushRequestLog(runtime().query)
  await closeRuntime()
  await closeDatabase()
}

/**
 * A second Ctrl-C does not wait: PostgreSQL is still asked to stop, and the next start repairs the rest. One Ctrl-C may
 * arrive twice, from the terminal and through npm.
 */
function onSignal(): void {
  if (!stopping) void stop(0)
  else if (performance.now() - stoppingSince > TWICE_MS) process.exit(1)
}

async function stop(code: number): Promise<void> {
  stopping = true
  stoppingSince = performance.now()
  for (const { what, stop } of running.reverse()) {
    const stopped = stop().catch((error: unknown) => console.error(`Stopping the ${what} failed:`, error))
    // PostgreSQL is waited for, whatever it takes. Nothing else may keep it from being stopped.
    const isLate = what !== 'database' && (await Promise.race([stopped, sleep(PART_MS, 'late')])) === 'late'
    if (isLate) console.error(`The ${what} did not stop within ${PART_MS / 1000} s.`)
    else await stopped
  }
  if (code === 0 && !ephemeral && cluster.isPrimary) console.log(`Stopped in ${duration(stoppingSince)}.`)
  process.exit(code)
}

function announce(demo: Demo): void {
  console.log(`
Counterfoil is ready at ${env.BASE_URL} (${duration(0)})

${signInLines(demo)}

Ctrl-C stops everything.
`)
}
