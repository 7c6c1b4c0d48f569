import { assertStillStaff, lockKey } from '#lib/domain/api-keys/find.ts'
import { assertActive, assertKeyGrantable } from '#lib/domain/api-keys/rules.ts'
import { NewKey, RotateKey } from '#lib/domain/api-keys/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { randomText } from '#lib/values/random-text.ts'

export const rotateKey = defineOperation({
  name: 'rotate_key',
  title: 'Rotate an API key',
  summary:
    'Creates a key with the same permissions and a new secret, shown once. The old key ends now or after an overlap.',
  permission: 'keys:write',
  confirm: 'live',
  http: null,
  confidential: true,
  status: 201,
  input: RotateKey,
  output: NewKey,
  async run(context, { id, overlap }) {
    await assertStillStaff(context)
    const old = await lockKey(context, id)
    assertActive(old, context.now)
    if (old.replaced_by !== null) throw refused('key_replaced')
    // The person who rotates the key gets a secret with all its permissions, so they must be able to give them.
    assertKeyGrantable(old, context.actor)
    const { secret, ...hash } = context.newSecret()
    const lasts = old.expires_at === null ? null : Number(old.expires_at - old.created_at)
    const key = await context.tables.api_keys.create({
      data: {
        account_id: context.account.id,
        id: `key_${context.account.mode}_${randomText(14)}`,
        name: old.name,
        // A request that was sent with the old key and repeated with the new one counts as one request.
        origin_id: old.origin_id ?? old.id,
        scopes: old.scopes,
        allowed_addresses: old.allowed_addresses,
        refund_limit: old.refund_limit,
        refund_day_limit: old.refund_day_limit,
        created_by: `${context.actor.kind}:${context.actor.name}`,
        // The threshold becomes that of the new owner: the key's own threshold was approved for the old secret.
        created_by_id: context.actor.kind === 'user' ? context.actor.id : null,
        created_at: context.now,
        // The new key expires when the old one would have.
        expires_at: lasts === null ? null : context.now + lasts,
        ...hash,
      },
    })
    const until = context.now + overlap
    const expires = {
      replaced_by: key.id,
      ...(overlap === 0
        ? { revoked_at: context.now, revoked_by: `${context.actor.kind}:${context.actor.name}` }
        : { expires_at: old.expires_at === null ? until : Math.min(until, Number(old.expires_at)) }),
    }
    await context.tables.api_keys.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data: expires,
    })
    context.about(id)
    context.note({ replaced_by: key.id, overlap })
    context.noteChange(old, expires)
    context.forgetKey(id)
    return { ...key, secret }
  },
})
