import { assertStillStaff } from '#lib/domain/api-keys/find.ts'
import { assertExpiresLater, assertKeyGrantable, assertLimitsConsistent } from '#lib/domain/api-keys/rules.ts'
import { CreateKey, NewKey, spelledOut } from '#lib/domain/api-keys/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { randomText } from '#lib/values/random-text.ts'

export const createKey = defineOperation({
  name: 'create_key',
  title: 'Create an API key',
  summary: 'Creates an API key for this account. Its secret is shown once.',
  permission: 'keys:write',
  confirm: 'live',
  http: null,
  confidential: true,
  status: 201,
  input: CreateKey,
  output: NewKey,
  async run(context, input) {
    await assertStillStaff(context)
    const refund_limit = input.refund_limit ?? null
    const refund_day_limit = input.refund_day_limit ?? null
    const expires_at = input.expires_at ?? null
    const allowed_addresses = spelledOut(input.allowed_addresses)
    assertKeyGrantable(
      { scopes: input.scopes, allowed_addresses, refund_limit, refund_day_limit, expires_at },
      context.actor,
    )
    assertExpiresLater(expires_at, context.now)
    assertLimitsConsistent({ refund_limit, refund_day_limit })
    const { secret, ...hash } = context.newSecret()
    const key = await context.tables.api_keys.create({
      data: {
        account_id: context.account.id,
        id: `key_${context.account.mode}_${randomText(14)}`,
        name: input.name,
        scopes: input.scopes,
        allowed_addresses,
        refund_limit,
        refund_day_limit,
        created_by: `${context.actor.kind}:${context.actor.name}`,
        created_by_id: context.actor.kind === 'user' ? context.actor.id : null,
        created_at: context.now,
        expires_at,
        ...hash,
      },
    })
    context.note({ name: key.name, scopes: key.scopes, allowed_addresses: key.allowed_addresses, expires_at })
    return { ...key, secret }
  },
})
