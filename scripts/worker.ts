/** `npm run worker`: runs jobs in a process of its own, beside servers that run with WORKER=apart. */
import { closeDatabase } from '#lib/database/client.ts'
import { startHeartbeat } from '#lib/database/heartbeat.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { closeRuntime } from '#lib/runtime.ts'
import { onRetired, sayReady } from '#scripts/among-servers.ts'
import { complain } from '#scripts/complain.ts'
import { assertDatabaseReady } from '#scripts/database-ready.ts'
import { bringUpDatabase, prepareEnvironment } from '#scripts/environment.ts'
import { startOperating } from '#scripts/operating.ts'
import { onRunnerGone } from '#scripts/script-runner.ts'

try {
  await run()
} catch (error) {
  complain(error)
  process.exit(1)
}

async function run(): Promise<void> {
  const env = prepareEnvironment()
  const database = await bringUpDatabase(env, { join: true })
  await assertDatabaseReady(database.url, env)
  const heartbeat = await startHeartbeat(database.url, true, { kind: 'worker' })
  const operating = await startOperating(env, database.url)
  const worker = await startWorker()
  if (process.connected) sayReady()
  else console.log('The worker is running. Ctrl-C stops it after the jobs in hand.')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await worker.stop()
    await operating.stop()
    await heartbeat.stop()
    await closeRuntime()
    await closeDatabase()
    await database.stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  onRunnerGone(() => void stop())
  onRetired(() => void stop())
}
