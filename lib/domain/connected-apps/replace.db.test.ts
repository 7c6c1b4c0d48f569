import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { fetchApproval } from '#lib/domain/approvals/get-details.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import { getAppDetails } from '#lib/domain/connected-apps/get-details.ts'
import { replacing } from '#lib/domain/connected-apps/revoke.ts'
import { permissionsOf, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { randomText } from '#lib/values/random-text.ts'

let shop: ApprovalInstance
beforeAll(async () => {
  shop = await openApprovalInstance()
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

const run = (operation: Operation, input: object, as: Actor) =>
  outcomeOf(
    execute(shop.instance.runtime, operation, as, input, {
      requestId: `req_${randomText(14)}`,
      confirmed: true,
    }).then(({ value }) => value as Record<string, unknown>),
  )

/** A person's consent to an app, as the screen records it, which replaces all that this app had before. */
async function consent(person: Actor, client: string, limit = 1_000): Promise<Actor> {
  const actor = await consentBeside(person, client, limit, await liveOf(person, client))
  await redeem(actor.id)
  return actor
}

/** What redeeming a code does to the connections that its grant replaces. */
async function redeem(grantId: string): Promise<void> {
  await shop.instance.runtime.query(
    `WITH used AS (SELECT $2::text AS grant_id), ${replacing('$1::bigint')} SELECT 1`,
    [shop.instance.now(), grantId],
  )
}

async function consentBeside(
  person: Actor,
  client: string,
  limit = 1_000,
  replaces: string[] = [],
  name = 'Ledger Helper',
): Promise<Actor> {
  const id = randomText(43)
  const allowed = await run(
    connectApp,
    {
      id,
      client: { id: client, name, origin: 'document' },
      scopes: SCOPE_NAMES,
      limit_per_call: limit,
      limit_per_day: limit,
      redirect_host: 'client.example',
      expires_at: shop.instance.now() + 90 * 86_400,
      replaces,
    },
    person,
  )
  expect(allowed.reason).toBeUndefined()
  const permissions = permissionsOf(SCOPE_NAMES, person.permissions)
  return { kind: 'client', id, name, account: person.account, permissions }
}
const clientId = () => `https://client.example/${randomText(8)}`
const refund = async (as: Actor, amount: number) => {
  const { id } = await shop.shop.captured(10_000)
  return { payment: id, ...(await run(refundPayment, { id, amount }, as)) }
}
const liveOf = async (person: Actor, client: string | null = null) =>
  (
    await shop.instance.runtime.query<{ id: string }>(
      `SELECT id FROM oauth_grants
       WHERE user_id = $1 AND revoked_at IS NULL AND ($2::text IS NULL OR client_id = $2) ORDER BY id`,
      [person.id, client],
    )
  ).rows.map(({ id }) => id)

describe('a second consent of the same person to the same app', () => {
  it('takes the place of the first, and leaves those of others alone', async () => {
    const [person, other, client] = [await shop.person(), await shop.person(), clientId()]
    const first = await consent(person, client)
    const theirs = await consent(other, client)
    const different = await consent(person, clientId())
    const second = await consent(person, client)
    expect(await liveOf(person)).toEqual([different.id, second.id].sort())
    expect(await liveOf(other)).toEqual([theirs.id])
    const { rows } = await shop.instance.runtime.query(
      'SELECT revoked_reason, revoked_by FROM oauth_grants WHERE id = $1 AND revoked_at IS NOT NULL',
      [first.id],
    )
    expect(rows).toEqual([{ revoked_reason: 'replaced', revoked_by: person.name }])
    const lines = await shop.instance.runtime.query(
      "SELECT details FROM audit_lines WHERE action = 'connect_app' AND object_id = $1",
      [second.id],
    )
    expect(lines.rows[0]?.details).toMatchObject({ replaces: [first.id] })
  })

  it('ends the first once its code is redeemed, not before', async () => {
    const [person, client] = [await shop.person(), clientId()]
    const first = await consentBeside(person, client)
    const second = await consentBeside(person, client, 1_000, [first.id])
    expect(await liveOf(person)).toEqual([first.id, second.id].sort())
    await redeem(second.id)
    expect(await liveOf(person)).toEqual([second.id])
  })

  it('leaves connections alone that it does not replace, or that belong to another person or app', async () => {
    const [person, other, client] = [await shop.person(), await shop.person(), clientId()]
    const stored = await consentBeside(person, client)
    const theirs = await consentBeside(other, client)
    const different = await consentBeside(person, clientId())
    const second = await consentBeside(person, client, 1_000, [theirs.id, different.id])
    await redeem(second.id)
    expect(await liveOf(person)).toEqual([stored.id, different.id, second.id].sort())
    expect(await liveOf(other)).toEqual([theirs.id])
  })

  it('beside the first shares its limit of a day, also when both move money at once', async () => {
    const [person, client] = [await shop.person(), clientId()]
    const devices = [await consentBeside(person, client), await consentBeside(person, client)]
    const outcomes = await Promise.all([...devices, ...devices].map((device) => refund(device, 600)))
    expect(outcomes.filter(({ reason }) => reason === undefined)).toHaveLength(1)
    expect(outcomes.flatMap(({ metadata }) => metadata?.cause ?? [])).toEqual(
      Array.from({ length: 3 }, () => 'limit_per_day'),
    )
  })

  it('is no way around the limit of a day', async () => {
    const [person, client] = [await shop.person(), clientId()]
    expect((await refund(await consent(person, client), 700)).reason).toBeUndefined()
    const second = await consent(person, client)
    expect((await refund(second, 400)).metadata?.cause).toBe('limit_per_day')
    expect((await refund(second, 300)).reason).toBeUndefined()
    expect((await run(getAppDetails, { id: second.id }, person)).value).toMatchObject({ counted_day: 1_000n })
    // Another client that claims the same name shares it, as an app that registers at each device.
    expect((await refund(await consent(person, clientId()), 100)).metadata?.cause).toBe('limit_per_day')
    const other = await consentBeside(person, clientId(), 1_000, [], 'Other App')
    expect((await refund(other, 1_000)).reason).toBeUndefined()
  })

  it('takes over a pending request: the app reads it, and it runs once approved', async () => {
    const [person, client] = [await shop.person(), clientId()]
    const pending = await refund(await consent(person, client), 2_000)
    const id = pending.metadata?.approval_id ?? ''
    const second = await consent(person, client)
    expect((await run(fetchApproval, { id }, second)).value).toMatchObject({ status: 'waiting' })
    await run(approveApproval, { id }, person)
    await runApproval(shop.instance.runtime, person.account.id, id)
    expect((await run(fetchApproval, { id }, second)).value).toMatchObject({
      status: 'approved',
      result: { entity: 'refund', payment_id: pending.payment, amount: 2_000 },
    })
  })

  it('takes over what was approved and is not carried out yet', async () => {
    const [person, client] = [await shop.person(), clientId()]
    const id = (await refund(await consent(person, client), 2_000)).metadata?.approval_id ?? ''
    await run(approveApproval, { id }, person)
    const second = await consent(person, client)
    await runApproval(shop.instance.runtime, person.account.id, id)
    expect((await run(fetchApproval, { id }, second)).value).toMatchObject({
      status: 'approved',
      result: { entity: 'refund', amount: 2_000 },
    })
  })

  it('still reads what was decided under the first; an app of another user does not', async () => {
    const [person, other, client] = [await shop.person(), await shop.person(), clientId()]
    const id = (await refund(await consent(person, client), 2_000)).metadata?.approval_id ?? ''
    await run(rejectApproval, { id, reason: 'Not this one.' }, person)
    const second = await consent(person, client)
    expect((await run(fetchApproval, { id }, second)).value).toMatchObject({ status: 'rejected' })
    // The same app that registered again, and one of another name.
    const again = await consent(person, clientId())
    expect((await run(fetchApproval, { id }, again)).value).toMatchObject({ status: 'rejected' })
    const another = await consentBeside(person, clientId(), 1_000, [], 'Another Helper')
    for (const stranger of [await consent(other, client), another])
      expect((await run(fetchApproval, { id }, stranger)).reason).toBe('record_not_found')
  })
})
