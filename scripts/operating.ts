import { resolve } from 'node:path'
import { type Env, tracesUrl } from '#lib/process/env.ts'

/**
 * Metrics, traces and the archive of the log where they are switched on, and the alerts: the same in a server and in a
 * worker.
 */
export async function startOperating(env: Env, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const { watchInstance } = await import('#lib/alerts/watch.ts')
  const { runtime } = await import('#lib/runtime.ts')
  const traces = await startTracing(env)
  const watch = watchInstance(runtime(), env)
  const archive = await keepWalArchive(env)
  const metrics =
    env.METRICS_ADDRESS === undefined
      ? null
      : await startMetrics(env.METRICS_ADDRESS, databaseUrl, env.DATA_DIR)
  return {
    async stop() {
      await archive?.stop()
      await metrics?.stop()
      await watch.stop()
      await traces?.stop()
    },
  }
}

/** The archive of the embedded database, in the process that runs it. */
export async function keepWalArchive(env: Env): Promise<{ stop(): Promise<void> } | null> {
  if (env.WAL_ARCHIVE === undefined) return null
  const { keepArchive } = await import('#scripts/wal-archive/keeper.ts')
  return keepArchive(resolve(env.WAL_ARCHIVE), env)
}

/** Its libraries are loaded where traces are on. */
export async function startTracing(env: Env): Promise<{ stop(): Promise<void> } | null> {
  const url = tracesUrl(env)
  if (url === null) return null
  const { sendTraces } = await import('#lib/metrics/send-traces.ts')
  return sendTraces(url, env)
}

/** Its libraries are loaded where metrics are on. */
async function startMetrics(address: string, databaseUrl: string, dataDir: string) {
  const { serveMetrics } = await import('#lib/metrics/serve.ts')
  const { database } = await import('#lib/database/client.ts')
  const { runtime } = await import('#lib/runtime.ts')
  return serveMetrics(address, databaseUrl, {
    pools: () => database().pools,
    circuits: () => runtime().acquirers.circuits(),
    dataDir,
  })
}
