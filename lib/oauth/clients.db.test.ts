import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { clientAdapter } from '#lib/oauth/clients.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { randomText } from '#lib/values/random-text.ts'

let shop: ApprovalInstance
beforeAll(async () => {
  shop = await openApprovalInstance()
})
afterAll(() => shop.instance.close())

const grantOf = async (id: string) =>
  (
    await shop.instance.runtime.query(
      'SELECT client_id, revoked_at, revoked_reason FROM oauth_grants WHERE id = $1',
      [id],
    )
  ).rows[0]

it('the pending approvals of an app are withdrawn when it deletes its registration', async () => {
  const program = await shop.program(await shop.person(), { perCall: 0, perDay: 0 })
  const { id } = await shop.shop.captured(10_000)
  const pending = await outcomeOf(
    execute(shop.instance.runtime, refundPayment, program, { id, amount: 500 } as never, {
      requestId: `req_${randomText(14)}`,
    }),
  )
  const approval = pending.metadata?.approval_id ?? ''
  expect(await shop.approval(approval)).toMatchObject({ status: 'waiting' })
  const grant = await grantOf(program.id)
  await clientAdapter(shop.instance.runtime.query, shop.instance.runtime.clock).destroy(
    String(grant?.client_id),
  )
  expect(await grantOf(program.id)).toMatchObject({ revoked_reason: 'client_deleted' })
  expect(await shop.approval(approval)).toMatchObject({ status: 'withdrawn' })
})

it('a grant that expired before is not ended once more, nor counted', async () => {
  const person = await shop.person()
  const program = await shop.program(person)
  await shop.instance.runtime.query('UPDATE oauth_grants SET expires_at = $2 WHERE id = $1', [
    program.id,
    shop.instance.now(),
  ])
  const { client_id } = (await grantOf(program.id)) ?? {}
  const { ended } = await shop.instance.run(blockClient, { client_id: String(client_id) }, undefined, person)
  expect(ended).toBe(0)
  expect(await grantOf(program.id)).toMatchObject({ revoked_at: null, revoked_reason: null })
})
