import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import {
  assertAnotherOwner,
  assertManages,
  endInvitations,
  endSessions,
  lockPerson,
  merchantsOf,
} from '#lib/domain/users/find.ts'
import { keysMadeBy } from '#lib/domain/users/keys.ts'
import { notifyOwners } from '#lib/domain/users/notify-owners.ts'
import { DisableUser, EnableUser, EndedAccess, Staff } from '#lib/domain/users/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const disableUser = defineOperation({
  name: 'disable_user',
  title: 'Disable a person',
  summary:
    'Ends the access of a person to every merchant: sessions and connected apps end at once, and the API keys that the person created are listed, or revoked.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  input: DisableUser,
  output: EndedAccess,
  async run(context, { email, revoke_keys }) {
    const person = await lockPerson(context, email)
    await assertManages(context, person.id)
    const merchants = await everyMerchant(context, person.id)
    if (person.disabled_at === null) await assertAnotherOwner(context, person.id, merchants)
    await context.rows('UPDATE users SET disabled_at = coalesce(disabled_at, $2) WHERE id = $1', [
      person.id,
      context.now,
    ])
    // Keys before grants and their pending requests, in the global order of locks.
    const keys = await keysMadeBy(context, person.email, undefined, revoke_keys)
    const sessions = await endSessions(context, person.id)
    const by = context.actor.name
    const grants = await endGrants(context.rows, { user_id: person.id }, 'disabled', context.now, by)
    await endInvitations(context, person.id, merchants)
    const ended = { email, sessions, grants, keys: keys.map(({ id }) => id), keys_revoked: revoke_keys }
    const details =
      person.disabled_at === null
        ? { ...ended, before: { disabled_at: null }, after: { disabled_at: context.now } }
        : ended
    context.about(person.id)
    context.note(details)
    await auditElsewhere(context, merchants, { action: 'disable_user', object_id: person.id, details })
    if (person.disabled_at === null)
      await notifyOwners(context, merchants, { person, how: 'disabled', revoked: revoke_keys, keys })
    return { ...person, sessions, grants, keys, keys_revoked: revoke_keys }
  },
})

export const enableUser = defineOperation({
  name: 'enable_user',
  title: 'Enable a person',
  summary:
    'Lets a disabled person sign in again. What ended when the person was disabled stays ended: sessions, connected apps, revoked keys.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  input: EnableUser,
  output: Staff,
  async run(context, { email }) {
    const person = await lockPerson(context, email)
    await assertManages(context, person.id)
    const merchants = await everyMerchant(context, person.id)
    await context.rows('UPDATE users SET disabled_at = NULL WHERE id = $1', [person.id])
    // A session that was still active must not become usable again.
    await endSessions(context, person.id)
    const details =
      person.disabled_at === null
        ? { email }
        : { email, before: { disabled_at: Number(person.disabled_at) }, after: { disabled_at: null } }
    context.about(person.id)
    context.note(details)
    await auditElsewhere(context, merchants, { action: 'enable_user', object_id: person.id, details })
    return person
  },
})

/** The merchants of a person, whose access the platform, or their only merchant, decides about. */
async function everyMerchant(context: Context, userId: string): Promise<string[]> {
  const merchants = await merchantsOf(context, userId)
  const { actor, account } = context
  if (actor.kind !== 'system' && merchants.some((id) => id !== account.merchant_id))
    throw refused(
      'permission_denied',
      'This user also belongs to another merchant. Remove them from your merchant instead.',
    )
  return merchants
}
