import { z } from 'zod'
import { findApproval, lockApproval, standing } from '#lib/domain/approvals/find.ts'
import { Approval, FetchApproval } from '#lib/domain/approvals/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** The approver of a change that took effect without a decision, as the page and the audit log name it. */
const NO_ONE_ELSE = 'the 24-hour delay (no one else can approve)'

export const expireApproval = defineOperation({
  name: 'expire_approval',
  title: 'Expire a request',
  summary: 'Expires a request that was not decided within 24 hours.',
  permission: 'approvals:write',
  http: null,
  effect: 'steps',
  input: FetchApproval,
  output: Approval,
  async run(context, input) {
    assertSystemActor(context)
    await context.transaction(async (inner) => {
      const row = await lockApproval(inner, input.id)
      if (row.status !== 'waiting') return
      if (row.takes_effect_at !== null && Number(row.takes_effect_at) <= inner.now)
        return takeEffect(inner, row.id)
      if (Number(row.expires_at) > inner.now) return
      await change(inner, row.id, { status: 'expired', decided_at: inner.now })
    })
    return standing(context, await findApproval(context, input.id))
  },
})

/** A looser limit that no one else could decide and no one rejected within the delay. */
async function takeEffect(inner: Context, id: string): Promise<void> {
  await change(inner, id, { status: 'approved', decided_at: inner.now, decided_by: NO_ONE_ELSE })
  inner.note({ took_effect: true })
  inner.enqueue('run-approval', { account_id: inner.account.id, approval_id: id })
}

/** The response of the operation, or its error. */
const End = z.union([
  z.strictObject({ id: FetchApproval.shape.id, result: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    id: FetchApproval.shape.id,
    // What people read has amounts in their currency.
    error: z.strictObject({ reason: z.string(), description: z.string(), shown: z.string().optional() }),
  }),
])

export const finishApproval = defineOperation({
  name: 'finish_approval',
  title: 'Record the result of an approval',
  summary: 'Stores the result of the approved operation, once.',
  permission: 'approvals:write',
  http: null,
  effect: 'steps',
  input: End,
  output: Approval,
  async run(context, input) {
    assertSystemActor(context)
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

function assertSystemActor({ actor }: Context): void {
  if (actor.kind !== 'system') throw refused('permission_denied', 'Only the system can do this.')
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
