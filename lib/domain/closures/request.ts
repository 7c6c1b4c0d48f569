import { z } from 'zod'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { type ClosureRow, findObstacles, lockAccounts, ownersOf } from '#lib/domain/closures/find.ts'
import { moneyLeft } from '#lib/domain/closures/rules.ts'
import { CLOSURE_WAITS, Closure, ClosureDetails, RequestClosure } from '#lib/domain/closures/schema.ts'
import { tellOwners, timeText } from '#lib/domain/closures/tell-owners.ts'
import { assertTyped } from '#lib/domain/typed-name.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchClosure = defineOperation({
  name: 'fetch_closure',
  title: 'Fetch the deletion of the business',
  summary: 'Returns the pending or last deletion of the merchant, and the money that is in its way.',
  permission: 'account:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: ClosureDetails,
  async run(context) {
    const [last] = await context.rows<ClosureRow>(
      'SELECT * FROM closures WHERE merchant_id = $1 ORDER BY id DESC LIMIT 1',
      [context.account.merchant_id],
    )
    const owners = await ownersOf(context)
    return {
      closure: last ?? null,
      obstacles: await findObstacles(context),
      other_owners: owners.filter(({ id }) => id !== context.actor.id).length,
    }
  },
})

export const requestClosure = defineOperation({
  name: 'request_closure',
  title: 'Delete the business',
  summary:
    'Requests the deletion of the merchant with both modes and all data. It takes effect once another owner confirms it, or after 7 days, and can be cancelled until then. Rejected while there is money in live mode.',
  permission: 'account:write',
  confirm: 'always',
  confirmEachTime: true,
  http: null,
  input: RequestClosure,
  output: Closure,
  async run(context, { typed_name }) {
    const { account, actor, now } = context
    assertTyped(context, typed_name, account.merchant_name, 'delete this business')
    await lockAccounts(context)
    const [open] = await context.rows<ClosureRow>(
      "SELECT * FROM closures WHERE merchant_id = $1 AND status IN ('waiting', 'closed')",
      [account.merchant_id],
    )
    if (open) throw refused('closure_decided', 'The deletion of this business was already requested.')
    const left = moneyLeft(await findObstacles(context))
    if (left) throw left
    const id = context.newId('closure')
    const due_at = now + CLOSURE_WAITS
    const row = await context.tables.closures.create({
      data: {
        merchant_id: account.merchant_id,
        id,
        status: 'waiting',
        requested_by: actor.name,
        requested_by_id: actor.id,
        created_at: now,
        due_at,
      },
    })
    context.about(id)
    context.note({ due_at })
    await auditElsewhere(context, [account.merchant_id], {
      action: 'request_closure',
      object_id: id,
      details: { due_at },
    })
    await tellOwners(context, id, {
      subject: `${account.merchant_name} will be deleted`,
      paragraphs: [
        `${actor.name} requested the deletion of ${account.merchant_name} with all data, in both modes.`,
        `It takes effect on ${timeText(due_at)}, or as soon as another owner confirms it. Until then every owner can cancel it, and everything works as before.`,
        'If you did not expect this, cancel the deletion and change your password.',
      ],
      link: { label: 'View or cancel the deletion', path: '/settings/data' },
    })
    return row
  },
})
