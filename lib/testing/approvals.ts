import { FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import { permissionsOf, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { type ErrorBody, isAppError, type StoredError } from '#lib/pipeline/errors.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { openWalletInstance } from '#lib/testing/wallet-instance.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'

type Limits = { perCall?: number | null; perDay?: number | null; name?: string; redirectHost?: string }

/** An instance with money to give, people of its merchant, and apps that act for them. */
export async function openApprovalInstance() {
  const wallets = await openWalletInstance()
  const { instance } = wallets
  const { query } = instance.runtime

  async function person(role: Role = 'owner'): Promise<Actor> {
    const email = `${randomText(8).toLowerCase()}@example.com`
    const user = await instance.database.prisma.$transaction((tables) =>
      createUser(
        tables,
        { email, name: 'A Person', password: '-', merchant_id: instance.merchant.id, role },
        '-',
        instance.now() * 1000,
      ),
    )
    const permissions = new Set(ROLE_PERMISSIONS[role])
    return { kind: 'user', id: user.id, name: email, account: instance.actor.account, permissions }
  }

  /**
   * An app with every scope of the person behind it. A limit that is left out lets nothing move. Apps of one name count as
   * one that registered several times.
   */
  async function program(
    of: Actor,
    { perCall = null, perDay = null, name, redirectHost = 'client.example' }: Limits = {},
  ): Promise<Actor> {
    const id = randomText(43)
    const client_name = name ?? `Ledger Helper ${id.slice(0, 8)}`
    await query(
      `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, scopes, limit_per_call, limit_per_day,
                                 redirect_host, created_at, updated_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $11, $9, $9, $10)`,
      [
        of.account.id,
        id,
        of.id,
        `client-${id}`,
        client_name,
        SCOPE_NAMES,
        perCall,
        perDay,
        instance.now(),
        instance.now() + 90 * 86_400,
        redirectHost,
      ],
    )
    const permissions = permissionsOf(SCOPE_NAMES, of.permissions)
    return { kind: 'client', id, name: client_name, account: of.account, permissions }
  }

  /** Above which refunds, or another flow, take two people. Set in the tables, since an operation would hold a raise. */
  async function thresholds(
    merchant: number | null,
    byRole: Partial<Record<Role, number>> = {},
    flow: Flow = 'refunds',
  ) {
    const { above, by_role } = FLOWS[flow].columns
    await query(`UPDATE accounts SET ${above} = $2, ${by_role} = $3 WHERE id = $1`, [
      instance.actor.account.id,
      merchant,
      JSON.stringify(byRole),
    ])
  }

  return {
    ...wallets,
    person,
    program,
    thresholds,
    approval: async (id: string) => (await query('SELECT * FROM approvals WHERE id = $1', [id])).rows[0],
    approvals: async (actorId: string) =>
      (await query('SELECT * FROM approvals WHERE actor_id = $1 ORDER BY id', [actorId])).rows,
  }
}

export type ApprovalInstance = Awaited<ReturnType<typeof openApprovalInstance>>

type Outcome<T> =
  | { value: T; reason?: undefined; metadata?: undefined }
  | { value?: undefined; reason: string; metadata: Record<string, string> }

/** The result of a call: its value, or its error. */
export async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'StoredError')
      return (JSON.parse((thrown as StoredError).text) as ErrorBody).error
    if (isAppError(thrown)) return { reason: thrown.reason, metadata: thrown.metadata }
    throw thrown
  }
}
