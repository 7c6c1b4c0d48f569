import type { Membership } from '#lib/auth/sessions.ts'
import type { Asked, Decision } from '#lib/oauth/consent.ts'
import { offeredScopes } from '#lib/oauth/consent-screen.ts'
import type { Actor } from '#lib/operation.ts'
import { ROLE_PERMISSIONS } from '#lib/permissions.ts'

/**
 * What somebody has decided with the form: in which account, and what of what was asked. Nothing that was not asked,
 * and nothing that their role in that account lacks, whatever the form says.
 */
export function decisionOf(
  asked: Asked,
  form: FormData,
  actor: Actor,
  memberships: Membership[],
): (Decision & { as: Actor }) | { refusal: string } {
  const chosen = memberships.find(({ account }) => account.id === form.get('account'))
  if (!chosen) return { refusal: 'Choose the account that it acts in.' }
  const permissions = new Set(ROLE_PERMISSIONS[chosen.role])
  const ticked = new Set(form.getAll('scope').map(String))
  const scopes = offeredScopes(asked, permissions).filter((name) => ticked.has(name))
  if (scopes.length === 0)
    return { refusal: 'Nothing is ticked that you can grant there. Tick something, or deny it.' }
  return {
    as: { ...actor, account: chosen.account, permissions },
    scopes,
    limitPerCall: null,
    limitPerDay: null,
  }
}
