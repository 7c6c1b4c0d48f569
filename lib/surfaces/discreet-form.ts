import type { z } from 'zod'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { attempt, type FormResult } from '#lib/surfaces/form.ts'

/**
 * Runs an operation for a form of the staff whose input holds what no log may have, under names that do not tell.
 * @param shown what the log has in place of the input
 */
export function submitDiscreetly<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  actor: Actor,
  input: unknown,
  shown: unknown,
  key?: string,
): Promise<FormResult<z.output<O>>> {
  const form = { source: 'dashboard', input: () => shown, key } as const
  return attempt(operation, actor, form, (system, meta) => execute(system, operation, actor, input, meta))
}
