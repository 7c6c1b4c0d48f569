import { fromPrisma, PgBoss } from 'pg-boss'
import { JOB_NAMES, type JobName, type Jobs } from '#lib/jobs/names.ts'
import { log } from '#lib/log.ts'
import type { Tables } from '#lib/pipeline/operation.ts'

/** How a job behaves when it fails: again and again with growing pauses, since none of them may be given up quietly. */
const BEHAVIOUR = {
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 60,
  deleteAfterSeconds: 86_400,
}

/** Creates or upgrades the tables of the queue. Part of `migrate`. */
export async function prepareQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 2,
  })
  await boss.start()
  for (const name of JOB_NAMES) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, BEHAVIOUR)
    else await boss.createQueue(name, BEHAVIOUR)
  }
  await boss.stop({ graceful: false })
}

export type Queue = {
  boss: PgBoss
  /** Queues a job in the transaction that `tables` belongs to: it exists if and only if the change does. */
  enqueue<N extends JobName>(
    tables: Tables,
    name: N,
    data: Jobs[N],
    options?: { after?: number; key?: string },
  ): Promise<void>
}

/** A queue on its own small pool; the jobs themselves are written through the transaction of the change. */
export function openQueue(databaseUrl: string, options: { works: boolean }): Queue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    max: options.works ? 4 : 1,
    migrate: false,
    createSchema: false,
    supervise: options.works,
    schedule: false,
    monitorIntervalSeconds: 10,
    application_name: 'counterfoil queue',
  })
  boss.on('error', (error) => log().warn({ err: error }, 'The queue lost its database connection.'))
  return {
    boss,
    async enqueue(tables, name, data, { after = 0, key } = {}) {
      // Starts once, and again when the database was away the first time.
      await boss.start()
      const startAfter = after > 0 ? { startAfter: Math.ceil(after) } : {}
      const singleton = key === undefined ? {} : { singletonKey: key }
      await boss.send(name, data, {
        ...startAfter,
        ...singleton,
        db: fromPrisma(tables as Parameters<typeof fromPrisma>[0]),
      })
    },
  }
}
