import type { Part } from '#lib/database/query.ts'
import type { PendingMovement } from '#lib/domain/approvals/request-approval.ts'
import { lowestOf, type Thresholds } from '#lib/domain/approvals/rules.ts'
import { sameParts } from '#lib/domain/approvals/same.ts'
import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import { APPROVAL_CAUSES, type Cause } from '#lib/domain/approvals/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The person or key behind a request, as limits see it. */
export type Requester = {
  /** The person whose thresholds apply and whose total it counts towards; null for a key of the platform. */
  user_id: string | null
  thresholds: Thresholds
  /** Whether a threshold of any flow applies to the requester. */
  guarded: boolean
  /** Why the same request was held before: with this idempotency key, or while it is pending. */
  before: Cause | null
  /** The refund limits of a key. */
  ceilings: { refund_limit: number | null; refund_day_limit: number | null }
}

/**
 * Reads everything about a requester that the gate needs, in one query.
 * @param person of a user or an app; null for a key, whose creator is looked up
 */
export async function requesterOf(
  context: Context,
  movement: Pick<PendingMovement, 'operation' | 'object_id' | 'amount' | 'currency'>,
  flow: Flow | null,
  person: string | null,
): Promise<Requester> {
  const { account, actor, now, idempotencyKey } = context
  const same = sameParts(context, movement, 'requester.person_id', 6)
  const [row] = await context.rows<RequesterRow>(
    `SELECT ${limitsOf(flow)},
            (SELECT cause FROM approvals WHERE account_id = $1 AND operation = $4 AND idempotency_key = $5
             LIMIT 1) AS held,
            (SELECT cause FROM approvals WHERE ${same.sql} LIMIT 1) AS waiting
     FROM ${requesters(actor.kind === 'key')}
     WHERE account.id = $1 AND $3::bigint IS NOT NULL`,
    [
      account.id,
      actor.kind === 'key' ? actor.id : person,
      now,
      movement.operation,
      idempotencyKey ?? null,
      ...same.values,
    ],
  )
  if (!row) throw new Error(`The requester ${actor.id} is not on record.`)
  return requesterFrom(row)
}

/**
 * The same for `context.read`, before the amount is known: `waiting` is any pending request for the object or with the
 * idempotency key.
 */
export function requesterPart(
  { account, actor, idempotencyKey }: Context,
  flow: Flow,
  request: { operation: string; object_id: string },
): Part {
  const text = `SELECT ${limitsOf(flow)}, NULL AS held,
      (SELECT cause FROM approvals WHERE account_id = $1
        AND ((object_id = $3 AND status = 'waiting') OR (operation = $4 AND idempotency_key = $5)) LIMIT 1) AS waiting
    FROM ${requesters(actor.kind === 'key')} WHERE account.id = $1`
  const values = [account.id, actor.id, request.object_id, request.operation, idempotencyKey ?? null]
  const used: unknown[] = []
  const sql = text.replace(/\$(\d)/g, (_, place) => {
    used.push(values[Number(place) - 1])
    return '?'
  })
  return { sql, values: used }
}

export type RequesterRow = Record<string, string | number | bigint | boolean | null>

export function requesterFrom(row: RequesterRow): Requester {
  const own = numberOrNull(row.approval_above)
  return {
    user_id: row.person_id === null ? null : String(row.person_id),
    thresholds: { merchant: numberOrNull(row.merchant), role: numberOrNull(row.role), key: own },
    guarded: row.guarded === true || own !== null,
    before: APPROVAL_CAUSES.find((cause) => cause === (row.held ?? row.waiting)) ?? null,
    ceilings: {
      refund_limit: numberOrNull(row.refund_limit),
      refund_day_limit: numberOrNull(row.refund_day_limit),
    },
  }
}

function limitsOf(flow: Flow | null): string {
  const guarded = FLOW_NAMES.map((name) => `${merchantOf(name)} IS NOT NULL OR ${roleOf(name)} IS NOT NULL`)
  return `requester.person_id, ${flow ? `${merchantOf(flow)} AS merchant, ${roleOf(flow)} AS role,` : ''}
    ${guarded.join(' OR ')} AS guarded, requester.approval_above, requester.refund_limit, requester.refund_day_limit`
}

/** The account ($1), the key or person ($2), and the person's present role. */
function requesters(key: boolean): string {
  const requester = key
    ? `(SELECT created_by_id AS person_id, created_by_id IS NOT NULL OR created_by LIKE 'user:%' AS by_person, approval_above,
               refund_limit, refund_day_limit FROM api_keys WHERE account_id = $1 AND id = $2)`
    : `(SELECT $2::text AS person_id, TRUE AS by_person, NULL::bigint AS approval_above, NULL::bigint AS refund_limit,
               NULL::bigint AS refund_day_limit)`
  return `accounts account CROSS JOIN ${requester} requester
    LEFT JOIN users person ON person.id = requester.person_id AND person.disabled_at IS NULL
    LEFT JOIN memberships membership ON membership.merchant_id = account.merchant_id AND membership.user_id = person.id`
}

/** The threshold of a flow that applies to a requester now: a person, or an API key; null without one. */
export async function thresholdOf(
  { account, rows }: Context,
  flow: Flow,
  requester: { key: boolean; id: string },
): Promise<number | null> {
  const [row] = await rows<RequesterRow>(
    `SELECT ${limitsOf(flow)} FROM ${requesters(requester.key)} WHERE account.id = $1`,
    [account.id, requester.id],
  )
  return row ? lowestOf(requesterFrom(row).thresholds) : null
}

/** The lowest threshold of any flow that applies to a person; null without one. */
export async function lowestThresholdOf({ account, rows }: Context, userId: string): Promise<number | null> {
  const [row] = await lowestThresholdsOf(rows, [account.id], userId)
  return row?.lowest ?? null
}

/** The same in several accounts. */
export async function lowestThresholdsOf(
  rows: Context['rows'],
  accountIds: string[],
  userId: string,
): Promise<{ account_id: string; lowest: number | null }[]> {
  const all = FLOW_NAMES.flatMap((flow) => [merchantOf(flow), roleOf(flow)])
  const found = await rows<{ account_id: string; lowest: number | bigint | null }>(
    `SELECT account.id AS account_id, least(${all.join(', ')}) AS lowest FROM accounts account
     CROSS JOIN (SELECT $2::text AS person_id, TRUE AS by_person) requester
     LEFT JOIN users person ON person.id = requester.person_id AND person.disabled_at IS NULL
     LEFT JOIN memberships membership ON membership.merchant_id = account.merchant_id AND membership.user_id = person.id
     WHERE account.id = ANY($1)`,
    [accountIds, userId],
  )
  return found.map(({ account_id, lowest }) => ({ account_id, lowest: numberOrNull(lowest) }))
}

const merchantOf = (flow: Flow) => `account.${FLOWS[flow].columns.above}`

/**
 * The thresholds of the present role. A disabled or removed person has no role: then the lowest of all roles applies.
 */
function roleOf(flow: Flow): string {
  const byRole = `account.${FLOWS[flow].columns.by_role}`
  return `(CASE WHEN membership.role IS NOT NULL THEN (${byRole} ->> membership.role)::bigint
     WHEN requester.by_person THEN (SELECT min(value::bigint) FROM jsonb_each_text(${byRole})) END)`
}

export function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}
