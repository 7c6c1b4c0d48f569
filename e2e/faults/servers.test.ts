import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Killable, openKillable, paymentOf, until } from './instance.ts'

/** Clients at once, half of which read. Each pauses, so that the machine has room for the process that starts again. */
const CLIENTS = 6
const PAUSE_MS = 20
/** How long requests flow before and after, in milliseconds. */
const FLOW_MS = 1000
/** Far longer than anything takes: only its absence is a failure. */
const WAIT_MS = 300_000

vi.setConfig({ testTimeout: WAIT_MS, hookTimeout: WAIT_MS })

/** Two server processes on one port, and the worker beside them (SERVERS=2). */
let instance: Killable
let agent: Agent
/** Orders that were acknowledged, by their receipt. */
const acknowledged = new Map<string, string>()
const failures: string[] = []

beforeAll(async () => {
  instance = await openKillable('servers', { SERVERS: '2' })
  await instance.start('', '/healthz')
  agent = new Agent()
})

afterAll(async () => {
  await agent?.close()
  await instance?.stop()
})

beforeEach(() => {
  failures.length = 0
})

const PROGRAMS = /start\.mjs|counterfoil\.mjs/
const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
const isWorker = (pid: number) => commandOf(pid).includes('counterfoil.mjs')

/** The process that was started, and those that it starts again. */
function processes(): { parent: number; children: number[] } {
  const parent = instance.pid()
  const text = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  const children = text.trim().split(' ').map(Number)
  return { parent, children: children.filter((pid) => PROGRAMS.test(commandOf(pid))) }
}

/** The processes whose heartbeat the database has. */
async function living(): Promise<number[]> {
  const rows = await instance.asSuperuser<{ id: string }>(
    "SELECT id FROM processes WHERE beat_at > now() - interval '3 seconds'",
  )
  return rows.map(({ id }) => Number.parseInt(id, 10))
}

async function call(method: string, path: string, body?: object, key?: string) {
  const response = await fetch(`${instance.url}/v1${path}`, {
    method,
    headers: {
      authorization: instance.credentials(),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    dispatcher: agent,
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, body: (await response.json()) as { id?: string } }
}

/** Requests without a pause while something is done to the processes. @param tries how often each may be sent */
async function whileRequestsFlow(name: string, tries: number, work: () => Promise<void>): Promise<void> {
  let isGoing = true
  const send = async (receipt: string, number: number) => {
    for (let left = tries; ; left -= 1) {
      try {
        const key = tries > 1 ? receipt : undefined
        const { status, body } =
          number % 2 === 0
            ? await call('GET', '/orders?count=5')
            : await call('POST', '/orders', { amount: 100, currency: 'INR', receipt }, key)
        if (status === 201) acknowledged.set(receipt, String(body.id))
        else if (status !== 200) failures.push(`${receipt}: ${status} ${JSON.stringify(body)}`)
        return
      } catch (error) {
        if (left <= 1) return void failures.push(`${receipt}: ${(error as Error).cause ?? error}`)
      }
    }
  }
  const clients = Array.from({ length: CLIENTS }, async (_, number) => {
    for (let turn = 0; isGoing; turn += 1) {
      await send(`${name}-${number}-${turn}`, number)
      await sleep(PAUSE_MS)
    }
  })
  await sleep(FLOW_MS)
  const before = acknowledged.size
  await work()
  await sleep(FLOW_MS)
  isGoing = false
  await Promise.all(clients)
  expect(acknowledged.size).toBeGreaterThan(before)
  expect(failures).toEqual([])
}

it('one that ends while it starts is started again, and the first goes on', async () => {
  const [first] = processes().children
  await until('the others start', WAIT_MS, async () => processes().children.length === 3)
  const others = processes().children.filter((pid) => pid !== first)
  for (const pid of others) process.kill(pid, 'SIGKILL')
  await until('all live', WAIT_MS, async () => {
    const { children } = processes()
    const alive = await living()
    return children.length === 3 && children.every((pid) => alive.includes(pid) && !others.includes(pid))
  })
  expect(processes().children).toContain(first)
})

it('no request fails while all are replaced, one after the other', async () => {
  const { parent, children } = processes()
  expect(children).toHaveLength(3)
  expect(children.filter(isWorker)).toHaveLength(1)
  await whileRequestsFlow('replaced', 1, async () => {
    process.kill(parent, 'SIGUSR2')
    await until('all are new', WAIT_MS, async () => {
      const { children: now } = processes()
      return now.length === 3 && now.every((pid) => !children.includes(pid))
    })
  })
})

it('while one is killed the other responds, and a new one takes its place', async () => {
  for (const turn of [0, 1]) {
    const before = processes().children
    const killed = before.filter((pid) => !isWorker(pid))[turn] ?? 0
    // What the killed process had in hand is sent again, with its key.
    await whileRequestsFlow(`killed-${turn}`, 2, async () => {
      process.kill(killed, 'SIGKILL')
      await until('a new one lives', WAIT_MS, async () => {
        const next = processes().children.find((pid) => !before.includes(pid))
        return next !== undefined && (await living()).includes(next)
      })
    })
  }
})

it('a refund is processed though the worker was killed', async () => {
  const order = await instance.ask('POST', '/orders', {
    amount: 1000,
    currency: 'INR',
    payment_capture: true,
  })
  const payment = await instance.ask('POST', '/payments/create/json', paymentOf(order.body, 1000))
  expect(payment.status).toBe(201)
  process.kill(processes().children.find(isWorker) ?? 0, 'SIGKILL')
  const refund = await instance.ask('POST', `/payments/${payment.body.id}/refund`, { amount: 500 })
  expect(refund.body.status).toBe('pending')
  await until('it is processed', WAIT_MS, async () => {
    const { body } = await instance.ask('GET', `/refunds/${refund.body.id}`)
    return body.status === 'processed'
  })
})

it('nothing was lost or done twice, and at the end no process is left', async () => {
  const rows = await instance.asSuperuser<{ id: string; receipt: string }>(
    "SELECT id, receipt FROM orders WHERE receipt ~ '^(replaced|killed)'",
  )
  expect(rows).toHaveLength(acknowledged.size)
  expect(rows.filter(({ receipt, id }) => acknowledged.get(receipt) !== id)).toEqual([])
  expect(await instance.doctor()).toMatchObject({ ok: true })
  const { children } = processes()
  await instance.stop()
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
