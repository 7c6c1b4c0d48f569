import { createRole } from '#lib/domain/roles/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import type { Instance } from '#lib/testing/instance.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'

/** A role of the merchant, made by an owner. @returns its ID */
export async function customRole(
  instance: Instance,
  owner: Actor,
  permissions: readonly Permission[],
  name = `Role ${randomText(6)}`,
): Promise<string> {
  const input = { name, permissions: [...permissions] }
  return (await instance.run(createRole, input, undefined, owner, true)).id
}
