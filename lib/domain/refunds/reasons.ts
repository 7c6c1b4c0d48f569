import { z } from 'zod'
import type { Columns, Part } from '#lib/database/query.ts'
import { RefundReasons, UpdateRefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import type { accounts } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** The settings of refund reasons of an account, as they are stored. */
export type ReasonsRow = Columns<accounts, 'refund_reasons' | 'refund_reason_required' | 'refund_speed'>

export const fetchRefundReasons = defineOperation({
  name: 'fetch_refund_reasons',
  title: 'Fetch the refund reasons',
  summary:
    'Returns the reasons that staff choose from when they refund a payment, whether one is required, and the speed that the form starts with.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: RefundReasons,
  run: reasonsOf,
})

export const updateRefundReasons = defineOperation({
  name: 'update_refund_reasons',
  title: 'Update the refund reasons',
  summary:
    'Sets the reasons that staff choose from when they refund a payment, whether one is required, and the speed that the form starts with. Earlier refunds keep theirs.',
  permission: 'business:write',
  http: null,
  input: UpdateRefundReasons,
  output: RefundReasons,
  async run(context, { reasons, required, speed }) {
    const before = await reasonsOf(context)
    await context.tables.accounts.update({
      where: { id: context.account.id },
      data: { refund_reasons: reasons, refund_reason_required: required, refund_speed: speed },
    })
    context.about(context.account.id)
    context.noteChange(before, { reasons, required, speed })
    return { reasons, required, speed }
  },
})

const SETTINGS = 'SELECT refund_reasons, refund_reason_required, refund_speed FROM accounts'

/**
 * The settings of refund reasons for `context.read`, where a person refunds a payment. A row of a batch and a refund that
 * was approved were entered before, and keep what they say.
 */
export function reasonsPart({ account, actor }: Context): Part {
  const entered = actor.kind === 'user' && actor.approval === undefined && actor.batch === undefined
  return entered
    ? { sql: `${SETTINGS} WHERE id = ?`, values: [account.id] }
    : { sql: `${SETTINGS} WHERE false`, values: [] }
}

/** The settings of a row; any text is a reason where there is none. */
export function reasonsFrom(row: ReasonsRow | null | undefined): RefundReasons {
  return {
    reasons: row?.refund_reasons ?? [],
    required: row?.refund_reason_required ?? false,
    speed: row?.refund_speed === 'optimum' ? 'optimum' : 'normal',
  }
}

export async function reasonsOf({ account, rows }: Context): Promise<RefundReasons> {
  const [row] = await rows<ReasonsRow>(`${SETTINGS} WHERE id = $1`, [account.id])
  return reasonsFrom(row)
}
