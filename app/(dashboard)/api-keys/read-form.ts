import type { z } from 'zod'
import type { KeyFormState } from '#components/api-keys/key-form-state.ts'
import {
  ACTIONS,
  type Grants,
  isEverything,
  LEVELS,
  RESOURCES,
  scopesOf,
} from '#lib/domain/api-keys/schema/scopes.ts'
import type { UpdateKey } from '#lib/domain/api-keys/schema.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { DAY, secondsOf } from '#lib/values/time.ts'

type Reader = { currency: string; zone: string; now: number }
export type Input = Omit<z.input<typeof UpdateKey>, 'id'>
type Problem = { description: string; field: string }

/** The form of a key as the operation takes it, or what cannot be read of it. */
export function readKeyForm(
  form: FormData,
  reader: Reader,
): { state: KeyFormState; password: string; key: string } & ({ input: Input } | { problem: Problem }) {
  const { password = '', idempotency_key: key = '', ...values } = textsOf(form)
  const grants = grantsIn(values)
  // A refusal is kept under its key, so the corrected form needs another.
  const read = { state: { values, grants, idempotency_key: randomText(32) }, password, key }
  const scopes = scopesOf(grants)
  const problem = (field: string, description: string) => ({ ...read, problem: { field, description } })
  if (scopes.length === 0) return problem('scopes', 'Choose at least one permission.')
  const expires_at = endOf(values, reader)
  if (expires_at === undefined) return problem('expires_at', 'Choose an expiry date.')
  const [one, day] = ['refund_limit', 'refund_day_limit'].map((name) =>
    amountIn(values[name], reader.currency),
  )
  if (one === undefined) return problem('refund_limit', 'Enter an amount, e.g. 1250 or 1250.50.')
  if (day === undefined) return problem('refund_day_limit', 'Enter an amount, e.g. 1250 or 1250.50.')
  const own = 'approval_above' in values ? amountIn(values.approval_above, reader.currency) : null
  if (own === undefined) return problem('approval_above', 'Enter an amount, e.g. 1250 or 1250.50.')
  const input = {
    name: values.name ?? '',
    // None written down means everything, also what is added later.
    scopes: isEverything(scopes) ? [] : scopes,
    expires_at,
    allowed_addresses: (values.allowed_addresses ?? '').split(/[\s,]+/).filter(Boolean),
    refund_limit: one,
    refund_day_limit: day,
    ...('approval_above' in values ? { approval_above: own } : {}),
  }
  return { ...read, input }
}

function grantsIn(values: Record<string, string>): Grants {
  const levels = RESOURCES.map(({ name }) => {
    const level = LEVELS.find((one) => one === values[`level.${name}`])
    return [name, level ?? 'none'] as const
  })
  return {
    levels: Object.fromEntries(levels),
    actions: ACTIONS.filter(({ name }) => `action.${name}` in values).map(({ name }) => name),
  }
}

/** When the key ends; null is never, undefined is what cannot be read. A date that was left as it was keeps its hour. */
function endOf(values: Record<string, string>, { zone, now }: Reader): number | null | undefined {
  const { expires = 'never', expires_on = '', expires_was = '' } = values
  if (expires === 'never') return null
  if (/^\d{1,3}$/.test(expires)) return now + Number(expires) * DAY
  const [was, at] = expires_was.split('=')
  if (was === expires_on && at) return Number(at)
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(expires_on) ?? []
  if (!year) return undefined
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  return secondsOf({ ...date, hour: 23, minute: 59, second: 59 }, zone)
}

/** An amount as people type it; null is none, undefined is what cannot be read. */
function amountIn(text: string | undefined, currency: string): number | null | undefined {
  if (!text?.trim()) return null
  return parseMoney(text, currency) ?? undefined
}
