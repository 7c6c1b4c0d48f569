import { z } from 'zod'
import { close, stop } from '#lib/domain/closures/close.ts'
import { findClosure, findObstacles, lockAccounts, mayRequest } from '#lib/domain/closures/find.ts'
import { obstaclesText, REQUESTER_GONE } from '#lib/domain/closures/rules.ts'
import { CancelClosure, CLOSURE_DRAINS, Closure } from '#lib/domain/closures/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/**
 * The next step of a deletion, by the worker. One that waited its time ends access; one whose access ended long enough ago
 * that nothing can still write lets the worker delete. Money that is there at either step stops it.
 */
export const advanceClosure = defineOperation({
  name: 'advance_closure',
  title: 'Advance the deletion of the business',
  summary: 'Carries out a deletion whose time has come, or stops it because of money.',
  permission: 'account:write',
  http: null,
  input: CancelClosure,
  output: z.object({ closure: Closure, erase: z.boolean() }),
  async run(context, { id }) {
    const accounts = await lockAccounts(context)
    const closure = await findClosure(context, id)
    context.about(id)
    const due =
      closure.status === 'waiting'
        ? closure.due_at <= context.now
        : closure.status === 'closed' && Number(closure.closed_at) + CLOSURE_DRAINS <= context.now
    // Of the live account: that of test mode may also be reset.
    const erasing = accounts.some(({ mode, erasing_at }) => mode === 'live' && erasing_at !== null)
    if (erasing || !due) return { closure, erase: erasing && closure.status === 'closed' }
    if (closure.status === 'waiting' && !(await mayRequest(context, closure)))
      return { closure: await stop(context, closure, REQUESTER_GONE), erase: false }
    const obstacles = await findObstacles(context)
    if (obstacles.length > 0)
      return { closure: await stop(context, closure, obstaclesText(obstacles)), erase: false }
    if (closure.status === 'waiting')
      return { closure: await close(context, closure, accounts), erase: false }
    await context.rows('UPDATE accounts SET erasing_at = $2 WHERE merchant_id = $1', [
      context.account.merchant_id,
      context.now,
    ])
    return { closure, erase: true }
  },
})
