import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AlertName } from '#lib/domain/health/schema.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { Env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { type AlertCondition, conditionsNow } from './conditions.ts'
import { type Channels, sendAlerts } from './send.ts'
import { type ActiveAlert, activeAlerts, beginAlert, endAlert, isForgotten } from './state.ts'

/** How often each process looks, in milliseconds. */
const EVERY_MS = 30_000
/** Looks in a row after which something has begun or ended: a restart of a worker is no alert. */
const IN_A_ROW = 2
/** How long a stop waits for a look, in milliseconds. */
const STOP_MS = 1000

export type AlertWatch = {
  /** Looks once. */
  look(): Promise<void>
  stop(): Promise<void>
}

type Watched = {
  system: Pick<Runtime, 'query' | 'clock'>
  dataDir: string
  /** The folder of WAL_ARCHIVE. */
  archive?: string | undefined
  channels: Channels
}

/**
 * Looks after the instance from every server and worker, so that a server notices that no worker is left. What began and
 * ended is in the database, so of several processes one tells the operator, once.
 */
export function createWatch({ system, dataDir, archive, channels }: Watched): Pick<AlertWatch, 'look'> {
  const { query, clock } = system
  /** How many looks in a row found a condition, or found an active alert without one. */
  let present = new Map<string, number>()
  let absent = new Map<string, number>()

  async function look(): Promise<void> {
    const now = Math.floor(clock() / 1000)
    const active = await activeAlerts(query)
    const activeHere = (name: AlertName) => active.some((one) => one.name === name && isOurs(one))
    const conditions = await conditionsNow({ query, dataDir, archive, now, activeHere })
    await begin(conditions, active, now)
    await end(conditions, active, now)
    await sendAlerts(query, channels, now)
  }

  /** Of another machine's disk only that machine knows, and of an archive a process with its setting. */
  function isOurs({ name, subject }: Pick<AlertCondition, 'name' | 'subject'>): boolean {
    if (name === 'archive_failing') return subject === (archive ?? '')
    return name !== 'disk_nearly_full' || subject === hostname()
  }

  async function begin(conditions: AlertCondition[], active: ActiveAlert[], now: number): Promise<void> {
    const known = new Set(active.map(keyOf))
    present = counted(present, conditions.map(keyOf))
    for (const condition of conditions) {
      const { name, subject, summary } = condition
      const isLasting = known.has(keyOf(condition)) || (present.get(keyOf(condition)) ?? 0) >= IN_A_ROW
      if (isLasting && (await beginAlert(query, condition, now)))
        log().warn({ alert: name, subject }, `Alert: ${summary}`)
    }
  }

  async function end(conditions: AlertCondition[], active: ActiveAlert[], now: number): Promise<void> {
    const found = new Set(conditions.map(keyOf))
    const over = active.filter((one) => isOurs(one) && !found.has(keyOf(one)))
    absent = counted(absent, over.map(keyOf))
    for (const one of active) {
      const isOver = (absent.get(keyOf(one)) ?? 0) >= IN_A_ROW || isForgotten(one, now)
      if (isOver && (await endAlert(query, one.id, now)))
        log().info({ alert: one.name, subject: one.subject }, 'An alert has ended.')
    }
  }

  return { look }
}

/** Starts looking. A database that is away is looked at again later: requests and /readyz report it. */
export function watchInstance(system: Watched['system'] & Pick<Runtime, 'mailer'>, env: Env): AlertWatch {
  const channels = channelsOf(system, env)
  const { look } = createWatch({ system, dataDir: env.DATA_DIR, archive: env.WAL_ARCHIVE, channels })
  let looking: Promise<void> = Promise.resolve()
  const soon = () => {
    looking = look().catch((error) => log().debug({ err: error }, 'A look at the instance failed.'))
    return looking
  }
  const timer = setInterval(() => void looking.then(soon), EVERY_MS)
  return {
    look: soon,
    async stop() {
      clearInterval(timer)
      // A database that hangs must not hold up the stop.
      await Promise.race([looking, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

export function channelsOf({ mailer }: Pick<Runtime, 'mailer'>, env: Env): Channels {
  return {
    mailer,
    emails: env.ALERT_EMAIL ?? [],
    url: env.ALERT_URL ?? null,
    networks: env.WEBHOOK_ALLOWED_NETWORKS,
    baseUrl: env.BASE_URL,
  }
}

function keyOf({ name, subject }: Pick<AlertCondition, 'name' | 'subject'>): string {
  return `${name} ${subject}`
}

/** The counts of what was found again; what was not found begins at zero. */
function counted(before: Map<string, number>, keys: string[]): Map<string, number> {
  return new Map(keys.map((key) => [key, (before.get(key) ?? 0) + 1]))
}
