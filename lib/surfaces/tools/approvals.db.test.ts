import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { movesMoney } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { CALLBACK, pkce, RESOURCE } from '#lib/testing/authorization.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let instance: ToolShop['instance']
let server: ToolShop['server']
let shop: ToolShop['shop']
let close: ToolShop['close']
beforeAll(async () => {
  ;({ instance, server, shop, close } = await openToolShop())
})
afterAll(() => close())

/** A real client of an app that may move this much a call and a day. */
async function clientOf(scope: string, limit: number) {
  const { token, actor, client_id } = await server.tokenOf(scope)
  return connected(token, actor, client_id, limit)
}

async function connected(token: string, actor: Actor, client_id: string, limit: number) {
  await instance.runtime.query(
    'UPDATE oauth_grants SET limit_per_call = $2, limit_per_day = $2 WHERE user_id = $1',
    [actor.id, limit],
  )
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => handleTools(new Request(input, init)),
    }),
  )
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
    return {
      isError: isError ?? false,
      value: (structuredContent ?? {}) as Record<string, unknown>,
      text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    }
  }
  return { call, actor, client_id, close: () => client.close() }
}

/** Writes under a scope that moves money, without moving any. */
const MOVES_NONE = ['update_payment', 'update_refund', 'create_fund_account', 'update_fund_account']

describe('the list of tools', () => {
  it('flags every tool that writes under a scope that moves money, but for those that are known to move none', () => {
    const writes = [...tools().values()].filter(
      ({ keyed, scope }) => keyed && scope !== 'any' && movesMoney(scope),
    )
    const unflagged = writes
      .filter(({ operation }) => !operation.movesMoney)
      .map(({ operation }) => operation.name)
    expect(unflagged.sort()).toEqual([...MOVES_NONE].sort())
    expect(writes.length).toBeGreaterThan(10)
  })

  it('says of each that it may wait', () => {
    for (const { listing, operation } of tools().values()) {
      expect(/Above a limit, it needs approval/.test(listing.description), listing.name).toBe(
        operation.movesMoney === true,
      )
      expect(listing.description.length).toBeLessThanOrEqual(200)
    }
  })

  it('has the tools to request and to withdraw, for every token', () => {
    expect(tools().get('fetch_approval')).toMatchObject({
      scope: 'any',
      listing: { annotations: { readOnlyHint: true, destructiveHint: false } },
    })
    expect(tools().get('cancel_approval')).toMatchObject({
      scope: 'any',
      listing: { annotations: { readOnlyHint: false, openWorldHint: false } },
    })
  })
})

describe('an app that moves money', () => {
  it('moves what its limits let it, at once', async () => {
    const program = await clientOf('refunds:write', 100_000)
    const { id } = await shop.captured(10_000)
    const done = await program.call('refund_payment', { id, amount: 900, idempotency_key: 'one' })
    expect(done).toMatchObject({ isError: false, value: { entity: 'refund', amount: 900 } })
    await program.close()
  })

  it('gets a pending approval, polls, and reads the result once it is approved', async () => {
    const program = await clientOf('refunds:write', 1)
    const { id } = await shop.captured(10_000)
    const ask = () => program.call('refund_payment', { id, amount: 900, idempotency_key: 'one' })
    const pending = await ask()
    expect(pending).toMatchObject({ isError: false, value: { status: 'waiting_for_approval' } })
    const { approval_id, approval_url, expires_at, message } = pending.value
    expect(message).toContain(`{"id": "${approval_id}"}`)
    expect(approval_url).toBe(`${instance.runtime.baseUrl}/approvals/${approval_id}`)
    expect(message).toContain(approval_url)
    expect(pending.text).toBe(message)
    expect(Number(expires_at)).toBeGreaterThan(Date.now() / 1000)
    expect((await ask()).value.approval_id).toBe(approval_id)
    const poll = () => program.call('fetch_approval', { id: approval_id })
    expect((await poll()).value).toMatchObject({ status: 'waiting', amount: 900 })

    const finance = await server.person('finance')
    await instance.run(approveApproval, { id: String(approval_id) }, undefined, finance)
    await runApproval(instance.runtime, finance.account.id, String(approval_id))
    expect((await poll()).value).toMatchObject({
      status: 'approved',
      result: { entity: 'refund', amount: 900 },
    })
    // A repeat gets the refund, though the response stored for the key says that the request waits.
    expect(await ask()).toMatchObject({ isError: false, value: { entity: 'refund', amount: 900 } })
    const { rows } = await instance.runtime.query(
      'SELECT count(*)::int AS n FROM refunds WHERE payment_id = $1',
      [id],
    )
    expect(rows).toEqual([{ n: 1 }])
    await program.close()
  })

  it('gets the end of a request that was rejected or withdrawn when it repeats it', async () => {
    const program = await clientOf('refunds:write', 1)
    const { id } = await shop.captured(10_000)
    const finance = await server.person('finance')
    const ask = (amount: number) =>
      program.call('refund_payment', { id, amount, idempotency_key: `of-${amount}` })
    const rejected = await ask(900)
    const reject = { id: String(rejected.value.approval_id), reason: 'Not ours.' }
    await instance.run(rejectApproval, reject, undefined, finance)
    expect(await ask(900)).toMatchObject({
      isError: true,
      value: { status: 'rejected', message: 'Rejected: Not ours. No money has moved.' },
    })
    const withdrawn = await ask(901)
    await program.call('cancel_approval', { id: withdrawn.value.approval_id })
    expect(await ask(901)).toMatchObject({ isError: true, value: { status: 'withdrawn' } })
    await program.close()
  })

  it('gets one approval for one request, whatever its keys, its tools and its connections, also at once', async () => {
    const program = await clientOf('refunds:write', 1)
    const { id } = await shop.captured(10_000)
    const keys = ['one', 'two', 'three']
    const requested = await Promise.all([
      ...keys.map((idempotency_key) => program.call('refund_payment', { id, amount: 900, idempotency_key })),
      program.call('create_refund', { payment_id: id, amount: 900 }),
    ])
    // The same app of the same person on another machine.
    const second = `gr_${program.actor.id}`
    await instance.runtime.query(
      `INSERT INTO oauth_grants SELECT (jsonb_populate_record(g, jsonb_build_object('id', $2::text))).*
       FROM oauth_grants g WHERE user_id = $1`,
      [program.actor.id, second],
    )
    const { rows: grants } = await instance.runtime.query('SELECT id FROM oauth_grants WHERE user_id = $1', [
      program.actor.id,
    ])
    expect(grants).toHaveLength(2)
    const elsewhere = { ...program.actor, kind: 'client' as const, id: second }
    const refused = await instance
      .run(refundPayment, { id, amount: 900 }, 'four', elsewhere)
      .catch((error: { metadata: { approval_id: string } }) => error.metadata.approval_id)
    expect(new Set([...requested.map(({ value }) => value.approval_id), refused]).size).toBe(1)
    // Another amount is another request.
    const other = await program.call('refund_payment', { id, amount: 901 })
    expect(other.value.approval_id).not.toBe(requested[0]?.value.approval_id)
    const finance = await server.person('finance')
    const approval_id = String(requested[0]?.value.approval_id)
    await instance.run(approveApproval, { id: approval_id }, undefined, finance)
    await runApproval(instance.runtime, finance.account.id, approval_id)
    const { rows } = await instance.runtime.query('SELECT amount FROM refunds WHERE payment_id = $1', [id])
    expect(rows.map(({ amount }) => Number(amount))).toEqual([900])
    await program.close()
  })

  it('reads why it was rejected, and withdraws what it no longer wants', async () => {
    const program = await clientOf('refunds:write', 1)
    const stranger = await clientOf('refunds:write', 1)
    const { id } = await shop.captured(10_000)
    const ask = async (amount: number) =>
      String((await program.call('refund_payment', { id, amount })).value.approval_id)
    const rejected = await ask(900)
    const finance = await server.person('finance')
    await instance.run(rejectApproval, { id: rejected, reason: 'It was delivered.' }, undefined, finance)
    expect((await program.call('fetch_approval', { id: rejected })).value.message).toContain(
      'It was delivered.',
    )
    const unwanted = await ask(800)
    const foreign = await stranger.call('cancel_approval', { id: unwanted })
    expect(foreign).toMatchObject({ isError: true })
    expect(foreign.text).toContain('record_not_found')
    expect((await program.call('cancel_approval', { id: unwanted })).value).toMatchObject({
      status: 'withdrawn',
    })
    const late = await program.call('cancel_approval', { id: unwanted })
    expect(late.text).toContain('approval_decided')
    await Promise.all([program.close(), stranger.close()])
  })
})

describe('an idempotency key', () => {
  it.each([7, '', 'x'.repeat(201), null, {}])(
    'that is no text of a fit length moves nothing: %j',
    async (key) => {
      const program = await clientOf('refunds:write', 100_000)
      const { id } = await shop.captured(10_000)
      const refused = await program.call('refund_payment', { id, amount: 900, idempotency_key: key })
      expect(refused.isError).toBe(true)
      expect(JSON.parse(refused.text).error).toMatchObject({
        reason: 'input_validation_failed',
        field: 'idempotency_key',
      })
      const { rows } = await instance.runtime.query('SELECT 1 FROM refunds WHERE payment_id = $1', [id])
      expect(rows).toEqual([])
      await program.close()
    },
  )

  it('is of the app and its person: a new consent in between moves nothing twice', async () => {
    const before = await clientOf('refunds:write', 100_000)
    const { id } = await shop.captured(10_000)
    const request = { id, amount: 900, idempotency_key: 'once' }
    const first = await before.call('refund_payment', request)
    const { code_verifier, challenge } = pkce()
    const { client_id, actor } = before
    const fields = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'refunds:write' }
    const code = (await server.decide({ ...fields, ...challenge }, actor)).searchParams.get('code') ?? ''
    const redeemed = { client_id, code, redirect_uri: CALLBACK, code_verifier }
    const response = await server.form('/token', { grant_type: 'authorization_code', ...redeemed })
    const { access_token } = (await response.json()) as { access_token: string }
    const after = await connected(access_token, actor, client_id, 100_000)
    expect((await after.call('refund_payment', request)).value.id).toBe(first.value.id)
    // An app of another user may use the same words.
    const stranger = await clientOf('refunds:write', 100_000)
    expect((await stranger.call('refund_payment', request)).value.id).not.toBe(first.value.id)
    await Promise.all([before, after, stranger].map((one) => one.close()))
  })
})
