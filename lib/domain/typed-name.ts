import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * A person confirms what cannot be undone by typing its name. Keys, jobs and the command line only give its ID.
 * @throws name_not_typed
 */
export function assertTyped({ actor }: Context, typed: string | undefined, name: string, to: string): void {
  if (typed === undefined && actor.kind !== 'user') return
  if (typed?.trim() !== name)
    throw refused('name_not_typed', `The name doesn't match. Type ${name} to ${to}.`, { field: 'typed_name' })
}
