import { redirect } from 'next/navigation'
import type { z } from 'zod'
import { requireStaff } from '#lib/auth/staff.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { coerce } from '#lib/surfaces/coerce.ts'
import { type FormError, submit } from '#lib/surfaces/form.ts'
import { randomText } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** What a form that was refused is drawn from again: what was typed, why not, and a key for the next attempt. */
export type PlainFormState = {
  values: Record<string, string>
  idempotency_key: string
  error?: FormError | undefined
}

type Options<O extends z.ZodType> = {
  /** Members that people type as amounts ("1,250.50"), and members that they type as lines of `key=value`. */
  typed?: Record<string, 'amount' | 'pairs'>
  /** Where to go once it is done. */
  to: (value: z.output<O>) => string
}

/**
 * An operation as the action of a form that is sent as it is, by a browser without script. Fields are named as the
 * members of the interface; blank ones are left out. The form holds `idempotency_key`, made when it was opened.
 */
export function plainAction<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  { typed = {}, to }: Options<O>,
) {
  return async (_: PlainFormState, form: FormData): Promise<PlainFormState> => {
    const actor = await requireStaff()
    const { idempotency_key, ...values } = textsOf(form)
    const { currency } = actor.account
    const members = Object.entries(values).filter(([, text]) => text.trim() !== '')
    const input = Object.fromEntries(members.map(([name, text]) => [name, read(typed[name], text, currency)]))
    const unreadable = members.find(([name]) => input[name] === null)
    if (unreadable) return { values, idempotency_key: randomText(32), error: noAmount(...unreadable) }
    const result = await submit(
      operation,
      actor,
      coerce(operation.input, input),
      'dashboard',
      idempotency_key,
    )
    if (result.ok) redirect(to(result.value))
    // A refusal is kept under its key, so the corrected form needs another.
    return { values, idempotency_key: randomText(32), error: result.error }
  }
}

/** The fields of the form; those that begin with $ are React's own. */
export function textsOf(form: FormData): Record<string, string> {
  const fields = [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !field[0].startsWith('$'),
  )
  return Object.fromEntries(fields)
}

function read(as: 'amount' | 'pairs' | undefined, text: string, currency: string): unknown {
  if (as === 'amount') return parseMoney(text, currency)
  return as === 'pairs' ? pairsOf(text) : text
}

/** Lines of `key=value`; a line without the sign is a key without a value. */
export function pairsOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

function noAmount(field: string, text: string): FormError {
  return {
    reason: 'input_validation_failed',
    description: `"${text}" is not an amount. Enter it like 1250 or 1250.50.`,
    field,
    request_id: '',
  }
}
