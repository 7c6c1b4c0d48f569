import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { setPassword } from '#lib/domain/users/reset-password.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { gate } from '#lib/testing/at-once.ts'
import { randomText } from '#lib/values/random-text.ts'

let shop: ApprovalInstance
beforeAll(async () => {
  shop = await openApprovalInstance()
})
afterAll(() => shop.instance.close())

const meta = () => ({ requestId: `req_${randomText(14)}` })

function connect(runtime: Runtime, person: Actor, client: string, session?: string) {
  const input = {
    id: randomText(43),
    client: { id: client, name: 'Ledger Helper', origin: 'document' as const },
    scopes: ['read_only'],
    limit_per_call: null,
    limit_per_day: null,
    redirect_host: 'client.example',
    expires_at: shop.instance.now() + 86_400,
    ...(session === undefined ? {} : { session }),
  }
  return outcomeOf(execute(runtime, connectApp, person, input, meta()))
}

/** The server's runtime, in whose transactions one statement pauses before it is sent. */
function pausedBefore(statement: RegExp, pause: () => Promise<void>): Runtime {
  const { prisma } = shop.instance.runtime
  const $transaction: Runtime['prisma']['$transaction'] = (work, options) =>
    prisma.$transaction(
      (tables) =>
        work(
          new Proxy(tables, {
            get(target, name) {
              if (name !== '$queryRawUnsafe') return Reflect.get(target, name)
              return async (text: string, ...values: unknown[]) => {
                if (statement.test(text)) await pause()
                return target.$queryRawUnsafe(text, ...values)
              }
            },
          }),
        ),
      options,
    )
  return { ...shop.instance.runtime, prisma: { ...prisma, $transaction } as Runtime['prisma'] }
}

/** Resolves when a transaction of this database waits for another. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await shop.instance.runtime.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      [],
    )
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const liveOf = async (person: Actor) =>
  (
    await shop.instance.runtime.query(
      'SELECT id FROM oauth_grants WHERE user_id = $1 AND revoked_at IS NULL',
      [person.id],
    )
  ).rows.length

it('what is let while the app is being blocked does not outlive the block', async () => {
  const [person, admin] = [await shop.person(), await shop.person('admin')]
  const client = `https://client.example/${randomText(8)}`
  // The merchant already knows the app, so it can be blocked.
  expect((await connect(shop.instance.runtime, await shop.person(), client)).reason).toBeUndefined()
  const insert = gate()
  const letting = connect(
    pausedBefore(/INSERT INTO oauth_grants/, () => insert.pass()),
    person,
    client,
  )
  await insert.arrived
  const blocking = execute(shop.instance.runtime, blockClient, admin, { client_id: client }, meta())
  await Promise.race([blocking, somebodyWaits()])
  insert.open()
  await letting
  expect((await blocking).value.ended).toBe(2)
  expect(await liveOf(person)).toBe(0)
  expect((await connect(shop.instance.runtime, person, client)).reason).toBe('app_not_allowed')
})

it('a connection that is added while all are disconnected ends, too', async () => {
  const person = await shop.person()
  const client = `https://client.example/${randomText(8)}`
  const first = await connect(shop.instance.runtime, person, client)
  const insert = gate()
  const adding = connect(
    pausedBefore(/INSERT INTO oauth_grants/, () => insert.pass()),
    person,
    client,
  )
  await insert.arrived
  const input = { id: first.value?.value.id ?? '', all: true }
  const ending = execute(shop.instance.runtime, revokeApp, person, input, meta())
  await Promise.race([ending, somebodyWaits()])
  insert.open()
  await Promise.all([adding, ending])
  expect(await liveOf(person)).toBe(0)
})

it('all connections can be disconnected from each of them at once', async () => {
  const person = await shop.person()
  const client = `https://client.example/${randomText(8)}`
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1)
    ids.push((await connect(shop.instance.runtime, person, client)).value?.value.id ?? '')
  await Promise.all(
    ids.map((id) => execute(shop.instance.runtime, revokeApp, person, { id, all: true }, meta())),
  )
  expect(await liveOf(person)).toBe(0)
})

it('a grant during a password change is rejected: the session that asked has ended', async () => {
  const person = await shop.person()
  const { query } = shop.instance.runtime
  const [ended, stored] = [`ses_${randomText(14)}`, `ses_${randomText(14)}`]
  for (const id of [ended, stored])
    await query(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ($1, $2, 1, 1, 9999999999)',
      [id, person.id],
    )
  const client = `https://client.example/${randomText(8)}`
  const { letting } = await shop.instance.database.prisma.$transaction(async (tables) => {
    await setPassword(tables, person.id, 'another', shop.instance.now() * 1000, {
      by: 'themselves',
      keep: stored,
    })
    const letting = connect(shop.instance.runtime, person, client, ended)
    await somebodyWaits()
    return { letting }
  })
  expect((await letting).reason).toBe('permission_denied')
  expect(await liveOf(person)).toBe(0)
  expect((await connect(shop.instance.runtime, person, client, stored)).reason).toBeUndefined()
})
