import { lockKey } from '#lib/domain/api-keys/find.ts'
import { ends, grant, inForce, limits } from '#lib/domain/api-keys/rules.ts'
import { Key, spelledOut, UpdateKey } from '#lib/domain/api-keys/schema.ts'
import { defineOperation } from '#lib/operation.ts'
import { changesBetween } from '#lib/values/changes.ts'

const FIELDS = [
  'name',
  'scopes',
  'allowed_addresses',
  'refund_limit',
  'refund_day_limit',
  'expires_at',
] as const

export const updateKey = defineOperation({
  name: 'update_key',
  title: 'Change an API key',
  summary: 'Replaces what a key in force may do, from where, until when and up to which amounts.',
  permission: 'keys:write',
  http: null,
  input: UpdateKey,
  output: Key,
  async run(context, { id, ...asked }) {
    const key = await lockKey(context, id)
    inForce(key, context.now)
    const added = asked.scopes.filter((scope) => key.scopes.length > 0 && !key.scopes.includes(scope))
    // What it had may stay, whoever gave it; what it gets anew must be one's own.
    if (asked.scopes.length === 0 ? key.scopes.length > 0 : added.length > 0)
      grant(asked.scopes.length === 0 ? [] : added, context.actor.permissions)
    if (asked.expires_at !== Number(key.expires_at ?? Number.NaN)) ends(asked.expires_at, context.now)
    limits(asked)
    const data = { ...asked, allowed_addresses: spelledOut(asked.allowed_addresses) }
    const changed = await context.tables.api_keys.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data,
    })
    context.note({ changes: changesBetween(FIELDS, Key.parse(key), Key.parse(changed)) })
    context.forgetKey(id)
    return changed
  },
})
