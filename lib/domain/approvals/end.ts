import { z } from 'zod'
import { findApproval, lockApproval, standing } from '#lib/domain/approvals/find.ts'
import { Approval, FetchApproval } from '#lib/domain/approvals/schema.ts'
import { refused } from '#lib/errors.ts'
import { type Context, defineOperation } from '#lib/operation.ts'

export const expireApproval = defineOperation({
  name: 'expire_approval',
  title: 'Give up what waited too long',
  summary: 'Ends something that nobody has decided about within 24 hours.',
  permission: 'approvals:write',
  http: null,
  effect: 'steps',
  input: FetchApproval,
  output: Approval,
  async run(context, input) {
    assertHouse(context)
    await context.transaction(async (inner) => {
      const row = await lockApproval(inner, input.id)
      if (row.status !== 'waiting' || Number(row.expires_at) > inner.now) return
      await change(inner, row.id, { status: 'expired', decided_at: inner.now })
    })
    return standing(context, await findApproval(context, input.id))
  },
})

/** What the operation answered, or why it was refused. */
const End = z.union([
  z.strictObject({ id: FetchApproval.shape.id, result: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    id: FetchApproval.shape.id,
    error: z.strictObject({ reason: z.string(), description: z.string() }),
  }),
])

export const finishApproval = defineOperation({
  name: 'finish_approval',
  title: 'Record what became of what was approved',
  summary: 'Writes down what the operation that was approved has answered, once.',
  permission: 'approvals:write',
  http: null,
  effect: 'steps',
  input: End,
  output: Approval,
  async run(context, input) {
    assertHouse(context)
    await context.transaction(async (inner) => {
      const row = await lockApproval(inner, input.id)
      if (row.status !== 'approved' || row.finished_at !== null) return
      if ('error' in input) inner.note({ error: input.error })
      await change(inner, row.id, {
        ...('error' in input ? { status: 'failed', error: input.error } : { result: input.result as object }),
        finished_at: inner.now,
      })
    })
    return standing(context, await findApproval(context, input.id))
  },
})

function assertHouse({ actor }: Context): void {
  if (actor.kind !== 'system') throw refused('permission_denied', 'Only the house does this.')
}

async function change(
  context: Context,
  id: string,
  data: Parameters<Context['tables']['approvals']['update']>[0]['data'],
): Promise<void> {
  await context.tables.approvals.update({
    where: { account_id_id: { account_id: context.account.id, id } },
    data,
  })
  context.about(id)
}
