import { hashPassword } from '#lib/auth/password.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'
import { ROLES, type Role } from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'
import { openShop, type Person, type Shop } from './shop.ts'
import type { World } from './world.ts'

type Credentials = { email: string; password: string }
type Key = { key_id: string; key_secret: string }

/** The sign-ins of the demo merchant. They are stored in demo.json only. */
export type Access = {
  staff: Record<Role, Credentials>
  test: Key
  live: Key
}

/** The seller's data that a tax invoice must have. The GSTIN is unassigned; its check character is correct. */
const DETAILS = {
  billing_label: 'Kaveri Stores',
  gstin: '29AAKCK4821M1Z0',
  address: '14 Sayyaji Rao Road\nDevaraja Mohalla\nMysuru, Karnataka 570001',
}

/**
 * Creates the demo merchant at the current time of the world: its two accounts, a person for each role, and a key for
 * each mode.
 */
export async function createDemoMerchant(
  tables: Tables,
  world: World,
  authorization_window_seconds: number,
): Promise<{ access: Access; account_id: string; shop: Shop }> {
  const merchant = await createMerchant(tables, { name: 'Kaveri Stores', country: 'IN' }, world.clock(), {
    authorization_window_seconds,
    capabilities: ['wallet'],
  })
  const staff = await hireStaff(tables, merchant.id, world.clock())
  const newKey = async (mode: 'test' | 'live') => {
    const system = await systemActor(world.runtime.query, merchant.accounts[mode], 'demo')
    const meta = { requestId: newId('request', world.clock()) }
    return (await execute(world.runtime, createKey, system, { name: 'Shop server' }, meta)).value
  }
  const [test, live] = [await newKey('test'), await newKey('live')]
  const system = await systemActor(world.runtime.query, merchant.accounts.test, 'demo')
  await execute(world.runtime, updateBusiness, system, DETAILS, {
    requestId: newId('request', world.clock()),
  })
  const account_id = merchant.accounts.test
  const shop = await openShop(world.runtime, account_id, { key: test, staff: staff.people })
  const [testKey, liveKey] = [test, live].map(({ id, secret }) => ({ key_id: id, key_secret: secret })) as [
    Key,
    Key,
  ]
  return { access: { staff: staff.credentials, test: testKey, live: liveKey }, account_id, shop }
}

/** One person for each role, all with one password, so that trying a role changes the email address only. */
async function hireStaff(tables: Tables, merchant_id: string, at: number) {
  const password = randomText(20)
  const [hash, addresses] = await Promise.all([hashPassword(password), freeAddresses(tables)])
  const people: Person[] = []
  const credentials = {} as Record<Role, Credentials>
  for (const role of ROLES) {
    const input = { email: addresses[role], name: `Demo ${role}`, password, merchant_id, role }
    people.push({ ...(await createUser(tables, input, hash, at)), role })
    credentials[role] = { email: input.email, password }
  }
  return { people, credentials }
}

/**
 * The email addresses of the staff. When an earlier demo merchant has them (its demo.json is gone, or in another data
 * folder) the new one gets others: no existing password is changed.
 */
async function freeAddresses(tables: Tables): Promise<Record<Role, string>> {
  for (let tail = ''; ; tail = `.${randomText(5).toLowerCase()}`) {
    const addresses = Object.fromEntries(
      ROLES.map((role) => [role, `${role === 'owner' ? 'demo' : role}${tail}@counterfoil.example`]),
    ) as Record<Role, string>
    const taken = await tables.users.count({ where: { email: { in: Object.values(addresses) } } })
    if (taken === 0) return addresses
  }
}
