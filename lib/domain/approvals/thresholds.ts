import { z } from 'zod'
import { holdChange } from '#lib/domain/approvals/change.ts'
import { approversOf } from '#lib/domain/approvals/find.ts'
import { movedSums } from '#lib/domain/approvals/moved-alone.ts'
import { lowestOf } from '#lib/domain/approvals/rules.ts'
import { FLOW_NAMES, FLOWS, type Flow, roleThresholdLabel } from '#lib/domain/approvals/schema/policy.ts'
import { ApprovalThresholds, type Change, UpdateApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import { ownRoles } from '#lib/domain/roles/find.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import type { GrantedRole } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

export const fetchApprovalThresholds = defineOperation({
  name: 'fetch_approval_thresholds',
  title: 'Fetch the approval thresholds',
  summary:
    'Returns the amounts above which refunds, wallet credits and payouts need a second person: for the merchant, by role and for the reader.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: ApprovalThresholds,
  run: thresholdsFor,
})

export const updateApprovalThresholds = defineOperation({
  name: 'update_approval_thresholds',
  title: 'Set the approval thresholds',
  summary:
    'Sets the amounts above which refunds, wallet credits and payouts need a second person. Raising or removing one needs a second person, too.',
  permission: 'business:write',
  loosensLimits: true,
  confirm: 'live',
  http: null,
  input: UpdateApprovalThresholds,
  output: ApprovalThresholds,
  async run(context, { reason, ...input }) {
    const { account } = context
    // Concurrent changes run in turn, so that the second is compared with the result of the first.
    await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
    const before = await storedAmounts(context)
    const roles = await ownRoles(context)
    const after = Object.fromEntries(
      FLOW_NAMES.map((flow) => [flow, settled(flow, input[flow], before[flow], roles)]),
    ) as Stored
    await holdChange(context, {
      operation: 'update_approval_thresholds',
      input,
      object_id: account.id,
      changes: changesIn(before, after, account.currency, roles),
      looser: FLOW_NAMES.some((flow) => isLooser(before[flow], after[flow])),
      reason,
    })
    await context.tables.accounts.update({
      where: { id: account.id },
      data: Object.fromEntries(
        FLOW_NAMES.flatMap((flow) => [
          [FLOWS[flow].columns.above, after[flow].merchant],
          [FLOWS[flow].columns.by_role, after[flow].by_role],
        ]),
      ),
    })
    context.about(account.id)
    context.noteChange(before, after)
    return thresholdsFor(context)
  },
})

type Amounts = { merchant: number | null; by_role: Record<string, number> }
type Stored = Record<Flow, Amounts>

type Requested = { merchant: number | null; by_role: Record<string, number | null> }

/**
 * The amounts of a flow without the roles that have none. Those of roles that cannot move the money at present stay,
 * since no form shows them.
 * @throws input_validation_failed for another role
 */
function settled(flow: Flow, request: Requested | undefined, before: Amounts, roles: GrantedRole[]): Amounts {
  if (request === undefined) return before
  const able = rolesOf(flow, roles).map(({ id }) => id)
  const other = Object.keys(request.by_role).find((id) => !able.includes(id))
  if (other !== undefined)
    throw refused('input_validation_failed', `The role ${other} can't move this money.`, {
      field: `${flow}.by_role.${other}`,
    })
  const set = Object.entries(request.by_role).filter((entry): entry is [string, number] => entry[1] !== null)
  const hidden = Object.entries(before.by_role).filter(([id]) => !able.includes(id))
  return { merchant: request.merchant, by_role: Object.fromEntries([...hidden, ...set]) }
}

/** The roles that can move the money of a flow: built-in ones, then those of the merchant. */
function rolesOf(flow: Flow, custom: GrantedRole[]): { id: string; name: string }[] {
  const able = custom.filter(({ permissions }) => permissions.includes(FLOWS[flow].permission))
  return [
    ...FLOWS[flow].roles.map((role) => ({ id: role, name: role })),
    ...able.map(({ id, name }) => ({ id, name })),
  ]
}

/** Whether an amount was raised or removed, whatever else was lowered. */
function isLooser(before: Amounts, after: Amounts): boolean {
  return fieldsOf(before).some(([name, amount]) => {
    const next = name === null ? after.merchant : (after.by_role[name] ?? null)
    return amount !== null && (next === null || next > amount)
  })
}

function changesIn(before: Stored, after: Stored, currency: string, roles: GrantedRole[]): Change[] {
  const text = (amount: number | null | undefined) =>
    amount == null ? 'No threshold' : formatMoney(amount, currency)
  return FLOW_NAMES.flatMap((flow) =>
    [null, ...rolesOf(flow, roles)].flatMap((role) => {
      const [old, next] = [before, after].map((all) =>
        text(role === null ? all[flow].merchant : all[flow].by_role[role.id]),
      ) as [string, string]
      const label = role === null ? FLOWS[flow].threshold : roleThresholdLabel(flow, role.name)
      return old === next ? [] : [{ label, before: old, after: next }]
    }),
  )
}

function fieldsOf({ merchant, by_role }: Amounts): [role: string | null, amount: number | null][] {
  return [[null, merchant], ...Object.entries(by_role)]
}

async function storedAmounts(context: Context): Promise<Stored> {
  const row = await context.tables.accounts.findUniqueOrThrow({
    where: { id: context.account.id },
  })
  return Object.fromEntries(
    FLOW_NAMES.map((flow) => {
      const { above, by_role } = FLOWS[flow].columns
      return [flow, { merchant: row[above] === null ? null : Number(row[above]), by_role: row[by_role] }]
    }),
  ) as Stored
}

async function thresholdsFor(context: Context) {
  const { account, actor, now } = context
  const all = await storedAmounts(context)
  const custom = await ownRoles(context)
  const membership = await context.tables.memberships.findUnique({
    where: { merchant_id_user_id: { merchant_id: account.merchant_id, user_id: actor.id } },
    select: { role: true },
  })
  const flow = async (name: Flow) => {
    const { merchant, by_role } = all[name]
    const roles = rolesOf(name, custom)
    const own = lowestOf({ merchant, role: by_role[membership?.role ?? ''] ?? null, key: null })
    if (own === null) return { merchant, by_role, roles, own, own_left: null }
    const { person_total = 0 } = await movedSums(
      context,
      name,
      { person_total: `person:${actor.id}` },
      now - DAY,
    )
    return { merchant, by_role, roles, own, own_left: Math.max(0, own - person_total) }
  }
  const approvers = await approversOf(context, 'business:write', 100)
  return {
    currency: account.currency,
    refunds: await flow('refunds'),
    wallet_credits: await flow('wallet_credits'),
    payouts: await flow('payouts'),
    other_approvers: approvers.filter(({ id }) => id !== actor.id).length,
  }
}
