import { findRole, ownRoles } from '#lib/domain/roles/find.ts'
import type { CreateUser } from '#lib/domain/users/schema.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'
import type { GrantedRole } from '#lib/values/permissions.ts'

/** A role of a merchant by its ID, or by its name as people type it. */
export async function roleCalled(
  tables: Tables,
  merchant_id: string,
  called: string,
): Promise<GrantedRole | null> {
  const merchant = { account: { merchant_id }, tables }
  const named = (await ownRoles(merchant)).find(({ name }) => name.toLowerCase() === called.toLowerCase())
  return (await findRole(merchant, called)) ?? named ?? null
}

/**
 * Creates a person with a role in a merchant, or gives an existing person the role. Like a merchant, a person belongs
 * to no account.
 * @param passwordHash of the password in `input`; made by lib/auth/password.ts
 */
export async function createUser(tables: Tables, input: CreateUser, passwordHash: string, at: number) {
  const created_at = Math.floor(at / 1000)
  const user = await tables.users.upsert({
    where: { email: input.email },
    create: {
      id: newId('user', at),
      email: input.email,
      name: input.name,
      password_hash: passwordHash,
      created_at,
      // The operator vouches for it.
      email_proven_at: created_at,
    },
    update: {},
  })
  await tables.memberships.upsert({
    where: { merchant_id_user_id: { merchant_id: input.merchant_id, user_id: user.id } },
    create: { merchant_id: input.merchant_id, user_id: user.id, role: input.role, created_at },
    update: { role: input.role },
  })
  return { id: user.id, email: user.email, role: input.role }
}
