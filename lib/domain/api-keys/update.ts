import { lockKey } from '#lib/domain/api-keys/find.ts'
import {
  assertActive,
  assertExpiresLater,
  assertKeyGrantable,
  assertLimitsConsistent,
  loosened,
} from '#lib/domain/api-keys/rules.ts'
import { Key, movesMoneyOut, spelledOut, UpdateKey } from '#lib/domain/api-keys/schema.ts'
import { holdChange } from '#lib/domain/approvals/change.ts'
import type { Change } from '#lib/domain/approvals/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { changesBetween } from '#lib/values/changes.ts'
import { formatMoney } from '#lib/values/money-text.ts'

type Field = keyof typeof LABELS

/** The properties of a key that can change, with their labels. */
const LABELS = {
  name: 'Name',
  scopes: 'Permissions',
  allowed_addresses: 'Allowed networks',
  refund_limit: 'Refund limit',
  refund_day_limit: 'Refund limit in 24 hours',
  expires_at: 'Expires',
  approval_above: 'Approval threshold',
} as const
const FIELDS = Object.keys(LABELS) as Field[]

export const updateKey = defineOperation({
  name: 'update_key',
  title: 'Change an API key',
  summary: 'Replaces the permissions, networks, expiry and limits of an active key.',
  permission: 'keys:write',
  loosensLimits: true,
  confirm: 'live',
  http: null,
  input: UpdateKey,
  output: Key,
  async run(context, { id, reason, ...request }) {
    const key = await lockKey(context, id)
    assertActive(key, context.now)
    const approval_above = request.approval_above === undefined ? key.approval_above : request.approval_above
    const data = { ...request, approval_above, allowed_addresses: spelledOut(request.allowed_addresses) }
    assertKeyGrantable(data, context.actor, key)
    if (request.expires_at !== Number(key.expires_at ?? Number.NaN))
      assertExpiresLater(request.expires_at, context.now)
    assertLimitsConsistent(request)
    const looser = loosened(key, data)
    await holdChange(context, {
      operation: 'update_key',
      input: { id, ...request },
      object_id: id,
      changes: wordsOf(Key.parse(key), Key.parse({ ...key, ...data }), context.account.currency),
      // A key that loses the permissions that move money could regain them later, and would keep its threshold.
      reason,
      looser: looser.includes('approval_above') || (movesMoneyOut(data.scopes) && looser.length > 0),
    })
    const changed = await context.tables.api_keys.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data,
    })
    context.noteChange(key, changed, FIELDS)
    context.forgetKey(id)
    return changed
  },
})

/** The changes, described for the approver. */
function wordsOf(before: Key, after: Key, currency: string): Change[] {
  const changed = Object.keys(changesBetween(FIELDS, before, after)) as Field[]
  const key = { label: 'API key', before: before.name, after: after.name }
  return [
    ...(changed.includes('name') ? [] : [key]),
    ...changed.map((field) => ({
      label: LABELS[field],
      before: wordOf(field, before, currency),
      after: wordOf(field, after, currency),
    })),
  ]
}

function wordOf(field: Field, key: Key, currency: string): string {
  const value = key[field]
  if (field === 'scopes') return key.scopes.length === 0 ? 'Everything' : key.scopes.join(', ')
  if (field === 'allowed_addresses') return key.allowed_addresses.join(', ') || 'Any'
  if (field === 'expires_at')
    return key.expires_at === null
      ? 'Never'
      : `${new Date(key.expires_at * 1000).toISOString().slice(0, 16)} UTC`
  if (field === 'approval_above' && value === null) return 'Same as its creator'
  if (value === null) return 'None'
  return typeof value === 'number' ? formatMoney(value, currency) : String(value)
}
