import { z } from 'zod'
import { parseMoney } from '#lib/values/money-text.ts'

/** Several of a few, with commas between: "pending,processed". */
export function several<const Value extends string>(values: readonly Value[], name: string) {
  return z.string().transform((text, check): Value[] => {
    const requested = text.split(',')
    const odd = requested.find((value) => !values.includes(value as Value))
    if (odd !== undefined) check.addIssue(`Unknown ${name} "${odd}". Use ${values.join(', ')}.`)
    return values.filter((value) => requested.includes(value))
  })
}

/** The same of texts that another schema knows. */
export function severalTexts(schema: z.ZodType<string>) {
  return z.string().transform((text, check): string[] => {
    const requested = [...new Set(text.split(','))].filter(Boolean)
    for (const each of requested) {
      const problem = schema.safeParse(each).error?.issues[0]
      if (problem) check.addIssue(problem.message)
    }
    return requested
  })
}

/** An amount as people type it, in minor units. */
export function typedAmount(currency: string) {
  return z.string().transform((text, check): number => {
    const minor = parseMoney(text, currency)
    if (minor === null) check.addIssue(`"${text}" is not an amount. Enter e.g. 1250 or 1250.50.`)
    return minor ?? 0
  })
}

export function shortText(max: number, what: string) {
  return z.string().trim().max(max, `${what} is at most ${max} characters.`)
}

/** A filter that is on or not there: "1". */
export const flag = z.literal('1', 'Filter switches must have the value 1.').transform(() => true as const)

/** Yes or no, each by its own text. */
export function yesOrNo(yes: string, no: string, problem: string) {
  return z.enum([yes, no], problem).transform((text) => text === yes)
}

/** "shop=Mysuru 2", or only the key. */
export const typedNote = z
  .string()
  .max(513, 'The note is too long.')
  .transform((text): { note_key: string; note_value?: string } => {
    const at = text.indexOf('=')
    if (at < 0) return { note_key: text.trim() }
    return { note_key: text.slice(0, at).trim(), note_value: text.slice(at + 1).trim() }
  })
