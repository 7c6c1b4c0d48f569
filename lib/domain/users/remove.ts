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
import { EndedAccess, RemoveUser } from '#lib/domain/users/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const removeUser = defineOperation({
  name: 'remove_user',
  title: 'Remove a person from a merchant',
  summary:
    'Ends the membership of a person in this merchant, with the connected apps of the person there. History keeps the name, and the API keys that the person created are listed, or revoked.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  input: RemoveUser,
  output: EndedAccess,
  async run(context, { email, revoke_keys }) {
    const { merchant_id } = context.account
    const person = await lockPerson(context, email)
    await assertManages(context, person.id)
    const before = await merchantsOf(context, person.id)
    if (!before.includes(merchant_id))
      throw refused('record_not_found', `${email} does not belong to ${context.account.merchant_name}.`, {
        field: 'email',
      })
    await assertAnotherOwner(context, person.id, [merchant_id])
    const [membership] = await context.rows<{ role: string }>(
      'DELETE FROM memberships WHERE merchant_id = $1 AND user_id = $2 RETURNING role',
      [merchant_id, person.id],
    )
    // Keys before grants and their pending requests, in the global order of locks.
    const keys = await keysMadeBy(context, person.email, [merchant_id], revoke_keys)
    const whose = { user_id: person.id, merchant_id }
    const grants = await endGrants(context.rows, whose, 'removed', context.now, context.actor.name)
    // A session gives access to the person's remaining merchants; without any, it ends.
    const sessions = before.length === 1 ? await endSessions(context, person.id) : 0
    await endInvitations(context, person.id, [merchant_id])
    const details = {
      email,
      sessions,
      grants,
      keys: keys.map(({ id }) => id),
      keys_revoked: revoke_keys,
      before: { role: membership?.role ?? null },
      after: { role: null },
    }
    context.about(person.id)
    context.note(details)
    await auditElsewhere(context, [merchant_id], { action: 'remove_user', object_id: person.id, details })
    await notifyOwners(context, [merchant_id], { person, how: 'removed', revoked: revoke_keys, keys })
    return { ...person, sessions, grants, keys, keys_revoked: revoke_keys }
  },
})
