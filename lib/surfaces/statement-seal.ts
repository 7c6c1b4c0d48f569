import type { z } from 'zod'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import { readCode } from '#lib/values/statement-code.ts'

/**
 * The figures of a printed statement by its code, acting in the account that issued it; null when no statement has
 * this code. The code cannot be guessed: only holders of the statement have it.
 */
export async function readByCode<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  typed: string,
): Promise<z.output<O> | null> {
  const code = readCode(typed)
  if (code === null) return null
  const { query, clock } = runtime()
  const actor = await linkHolder(query, 'statement', code)
  if (!actor) return null
  const requestId = newId('request', clock())
  return (await execute(runtime(), operation, actor, { code }, { requestId })).value
}
