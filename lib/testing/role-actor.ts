import type { Account, Actor, Runtime } from '#lib/pipeline/operation.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

const ACCOUNT: Account = {
  id: 'acc_test_NfLw3gQ81xRt0a',
  merchant_id: 'mer_NfLw3gQ81xRt0a',
  merchant_name: 'Test Stores',
  mode: 'test',
  country: 'IN',
  currency: 'INR',
  fee_basis_points: 200,
  tax_basis_points: 1800,
  authorization_window_seconds: 259_200,
  capabilities: ['wallet'],
  billing_label: 'Test Stores',
  wallet_max_balance: 2_000_000,
  wallet_monthly_limit: 2_000_000,
  payout_fee: 500,
}

/** A person with a role, without a database. */
export function actorOf(role: Role): Actor {
  return {
    kind: 'user',
    id: 'usr_NfLw3gQ81xRt0a',
    name: `${role}@shop.example`,
    account: ACCOUNT,
    permissions: new Set(ROLE_PERMISSIONS[role]),
  }
}

/** Thrown by the runtime below: an operation was permitted and went on to its work. */
export class Reached extends Error {}

/** A runtime that can do nothing: everything but the clock throws `Reached`. @param tell hears of each attempt */
export function emptyRuntime(tell: () => void = () => undefined): Runtime {
  const throws = () => {
    tell()
    throw new Reached('An operation went on to its work.')
  }
  const nothing: unknown = new Proxy(throws, { get: (_, name) => (name === 'then' ? undefined : nothing) })
  return new Proxy({ clock: () => 1_781_505_000_000, baseUrl: 'http://localhost:3000' } as object, {
    get: (own, name) => (name in own ? own[name as keyof typeof own] : nothing),
  }) as Runtime
}
