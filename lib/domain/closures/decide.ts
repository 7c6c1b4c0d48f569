import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { close } from '#lib/domain/closures/close.ts'
import { findClosure, findObstacles, lockAccounts, mayRequest } from '#lib/domain/closures/find.ts'
import { mayConfirm, moneyLeft } from '#lib/domain/closures/rules.ts'
import { CancelClosure, Closure, DecideClosure } from '#lib/domain/closures/schema.ts'
import { tellOwners } from '#lib/domain/closures/tell-owners.ts'
import { assertTyped } from '#lib/domain/typed-name.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const confirmClosure = defineOperation({
  name: 'confirm_closure',
  title: 'Confirm the deletion of the business',
  summary:
    'Carries out the deletion that another person requested, as an owner: access ends immediately, the data is deleted in the following minutes. Rejected while there is money in live mode.',
  permission: 'security:write',
  confirm: 'always',
  confirmEachTime: true,
  http: null,
  input: DecideClosure,
  output: Closure,
  async run(context, { id, typed_name }) {
    const { account, actor } = context
    assertTyped(context, typed_name, account.merchant_name, 'delete this business')
    const accounts = await lockAccounts(context)
    const closure = await findClosure(context, id)
    const error =
      mayConfirm(closure, actor.id, await mayRequest(context, closure)) ??
      moneyLeft(await findObstacles(context))
    if (error) throw error
    context.about(id)
    const decided = { decided_by: actor.name, decided_by_id: actor.id, decided_at: context.now }
    return close(context, { ...closure, ...decided }, accounts)
  },
})

export const cancelClosure = defineOperation({
  name: 'cancel_closure',
  title: 'Cancel the deletion of the business',
  summary: 'Cancels a deletion that has not taken effect yet. Nothing changes, so no password is asked for.',
  permission: 'account:write',
  http: null,
  input: CancelClosure,
  output: Closure,
  async run(context, { id }) {
    const { account, actor, now } = context
    await lockAccounts(context)
    const closure = await findClosure(context, id)
    if (closure.status !== 'waiting') throw refused('closure_decided')
    const row = await context.tables.closures.update({
      where: { merchant_id_id: { merchant_id: account.merchant_id, id } },
      data: {
        status: 'cancelled',
        decided_by: actor.name,
        decided_by_id: actor.id,
        decided_at: now,
        finished_at: now,
      },
    })
    context.about(id)
    await auditElsewhere(context, [account.merchant_id], {
      action: 'cancel_closure',
      object_id: id,
      details: {},
    })
    await tellOwners(context, id, {
      subject: `${account.merchant_name} will not be deleted`,
      paragraphs: [`${actor.name} cancelled the deletion of ${account.merchant_name}. Nothing has changed.`],
      link: { label: 'View data and deletion', path: '/settings/data' },
    })
    return row
  },
})
