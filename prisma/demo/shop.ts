import type { z } from 'zod'
import { systemActor } from '#lib/auth/system-actor.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'
import { KEY_PERMISSIONS, ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

/** Those who act in the demo merchant's test account, besides the payers. */
export type Cast = { key: Actor } & Record<Exclude<Role, 'viewer'>, Actor>

/** The test account as stories use it: operations at the current time of the world, by one of the cast. */
export type Shop = {
  cast: Cast
  /** The platform, which runs what is scheduled. */
  system: Actor
  /** The customers that have been written down so far: their ids by their e-mail. */
  customers: Map<string, string>
  /** The payer with the checkout page of an order open. */
  payerOf(orderId: string): Actor
  /** The present, in Unix seconds. */
  now(): number
  /** How long an authorization lasts, in seconds. */
  window: number
  run<I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
    as: Actor,
  ): Promise<z.output<O>>
}

export type Person = { id: string; email: string; role: Role }

/** Opens the test account for stories. */
export async function openShop(
  runtime: Runtime,
  account: string,
  people: { key: { id: string; name: string }; staff: Person[] },
): Promise<Shop> {
  const system = await systemActor(runtime.query, account, 'demo')
  const key: Actor = {
    ...system,
    ...people.key,
    kind: 'key',
    permissions: new Set(KEY_PERMISSIONS),
  }
  const staff = people.staff.map(({ id, email, role }): [Role, Actor] => [
    role,
    { ...system, kind: 'user', id, name: email, permissions: new Set(ROLE_PERMISSIONS[role]) },
  ])
  return {
    customers: new Map(),
    system,
    cast: { key, ...Object.fromEntries(staff) } as Cast,
    payerOf: (id) => ({
      ...system,
      kind: 'payer',
      id,
      name: 'Payer',
      permissions: new Set(['orders:read', 'payments:create']),
    }),
    now: () => Math.floor(runtime.clock() / 1000),
    window: system.account.authorization_window_seconds,
    async run(operation, input, as) {
      const requestId = newId('request', runtime.clock())
      return (await execute(runtime, operation, as, input, { requestId })).value
    },
  }
}
