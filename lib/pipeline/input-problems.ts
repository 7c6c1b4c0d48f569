import type { z } from 'zod'
import { nearest } from '#lib/filters/filter-text.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import { aliasOf, listedArguments } from '#lib/values/aliases.ts'
import { PREFIXES } from '#lib/values/id.ts'
import { propertyOf } from '#lib/values/json.ts'
import { decimalOf, parseMoney } from '#lib/values/money-text.ts'
import { propertiesOf, schemaAt } from '#lib/values/schema-parts.ts'

/** What is wrong with one field of an input, in a sentence. */
export type InputProblem = { field: string; text: string }

/** As many as fit a description. */
const MAX_PROBLEMS = 8

/**
 * One error for everything that is wrong with an input, so that a model corrects it in one go: what is missing, then what is
 * invalid, with what is accepted, then what is unknown, with the closest name.
 * @param found what was wrong before the input was parsed: it stands for what the schema says of the same fields
 */
export function everyProblem(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  found: readonly InputProblem[],
): AppError {
  const known = new Set(found.map(({ field }) => field))
  const own = issues.filter(({ path }) => !known.has(path.join('.')))
  const isMissing = (issue: z.core.$ZodIssue) =>
    isMissingField(issue) && valueAt(raw, issue.path) === undefined
  const missing = own.filter(isMissing)
  // Each is put in words only if it is shown: an input can have thousands.
  const wrong = own.filter((issue) => issue.code !== 'unrecognized_keys' && !isMissing(issue))
  const unknown = own.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ path: issue.path, key })) : [],
  )
  const all: (() => InputProblem)[] = [
    ...(missing.length > 0 ? [() => missingFields(missing)] : []),
    ...found.map((problem) => () => problem),
    ...wrong.map((issue) => () => invalidField(schema, issue, raw)),
    ...unknown.map((one) => () => unknownField(schema, one, raw)),
  ]
  const shown = all.slice(0, MAX_PROBLEMS).map((problem) => problem())
  const text = shown.map((problem) => problem.text)
  const more = all.length - shown.length
  if (more > 0) text.push(`${more} more ${more === 1 ? 'field is' : 'fields are'} invalid.`)
  const field = shown[0]?.field
  return refused('input_validation_failed', text.join(' '), field ? { field } : {})
}

/** Whether an issue is that of a required field, if nothing was sent for it. Rules of several fields are custom issues. */
export function isMissingField({ code, path, message }: z.core.$ZodIssue): boolean {
  if (path.length === 0) return false
  return /^invalid_(type|value)$/.test(code) || (code === 'custom' && / is required\.$/.test(message))
}

/** The required fields that are not there, in one sentence. */
function missingFields(issues: z.core.$ZodIssue[]): InputProblem {
  const names = issues.map(({ path }) => path.join('.'))
  const [field = ''] = names
  const said = issues[0]?.message ?? ''
  if (names.length === 1)
    return { field, text: / required\b/.test(said) ? named(field, said) : `${field} is required. ${said}` }
  return { field, text: `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are required.` }
}

function invalidField(schema: z.ZodType, issue: z.core.$ZodIssue, raw: unknown): InputProblem {
  const field = issue.path.join('.')
  const sent = valueAt(raw, issue.path)
  const help = [
    otherKind(sent),
    isNoId(issue, sent),
    closeValue(issue, sent),
    fieldsAt(schema, issue, sent),
    inSmallestUnit(field, sent, raw),
  ]
  return { field, text: [named(field, issue.message), ...help].filter(Boolean).join(' ') }
}

/** A message that names its field by its path. */
function named(field: string, message: string): string {
  if (field === '') return message
  const [first = '', ...rest] = message.split(' ')
  const last = field.split('.').at(-1)
  if (first === last) return [field, ...rest].join(' ')
  const own = message.replace(/^(?:The \w+ (?=must |can )|This (?=is not ))/, `${field} `)
  if (own !== message) return own
  const words = message.split(/[\s,:]+/).map((word) => word.replace(/\.$/, ''))
  return words.includes(field) ? message : `${field}: ${message}`
}

/** What an ID of another kind is the ID of. */
function otherKind(sent: unknown): string {
  const prefix = typeof sent === 'string' ? /^([a-z]{2,8})_[0-9A-Za-z]{14}$/.exec(sent)?.[1] : undefined
  const kind = Object.entries(PREFIXES).find(([, one]) => one === prefix)?.[0]
  return kind ? `${sent} is the ID of ${/^[aeo]/.test(kind) ? 'an' : 'a'} ${kind.replaceAll('_', ' ')}.` : ''
}

function closeValue(issue: z.core.$ZodIssue, sent: unknown): string {
  if (issue.code !== 'invalid_value' || typeof sent !== 'string') return ''
  const values = issue.values.map(String)
  const word = sent.slice(0, 60).toLowerCase()
  const near = nearest(word, values)
  if (near !== null) return `Did you mean ${near}?`
  // The message may name the values already.
  if (values.every((value) => issue.message.includes(value))) return ''
  const having = word === '' ? [] : values.filter((value) => value.toLowerCase().includes(word))
  return `Use one of ${(having.length > 0 ? having : values).join(', ')}.`
}

/** What to do about a reference, a name or an email in the place of an ID. */
function isNoId(issue: z.core.$ZodIssue, sent: unknown): string {
  if (issue.code !== 'invalid_format' || !/ ID\. It must look like /.test(issue.message)) return ''
  if (typeof sent !== 'string' || sent.trim() === '' || otherKind(sent) !== '') return ''
  return 'Find the ID of a reference, email or name with the tool search.'
}

/** The fields of an object that something else was sent for. */
function fieldsAt(schema: z.ZodType, issue: z.core.$ZodIssue, sent: unknown): string {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object' || sent === undefined) return ''
  const names = namesAt(schema, issue.path)
  return names.length === 0 ? '' : `Its fields: ${names.join(', ')}.`
}

const PRICE = /^(?:[A-Z]{3}|Rs\.?|[₹$€£])? ?(\d[\d,]*(?:\.\d+)?) ?(?:[A-Z]{3}|rupees?|\/-)?$/i

/** What a decimal or a price as text is in the smallest unit: the commonest mistake with amounts. */
function inSmallestUnit(field: string, sent: unknown, raw: unknown): string {
  if (!IS_AMOUNT.test(field) || Number.isInteger(sent)) return ''
  return conversion(sent, raw)
}

const IS_AMOUNT = /(?:^|[._])(?:amount|gte|lte)$/

/** What a price is in the smallest unit of its currency, such as "120.00 INR is 12000."; nothing of other texts. */
function conversion(sent: unknown, raw: unknown): string {
  const typed = PRICE.exec(String(sent).slice(0, 40).trim())?.[1]
  if (typed === undefined) return ''
  const named = valueAt(raw, ['currency'])
  const currency = typeof named === 'string' && /^[A-Z]{3}$/.test(named) ? named : 'INR'
  const minor = parseMoney(typed, currency)
  if (minor === null) return ''
  return `${decimalOf(minor, currency)} ${currency} is ${minor}.`
}

type Unknown = { path: PropertyKey[]; key: string }

function unknownField(schema: z.ZodType, { path, key }: Unknown, raw: unknown): InputProblem {
  const at = schemaAt(schema, path)
  const field = [...path, key].join('.')
  const alias = at ? aliasOf(at, key) : undefined
  if (alias) {
    const given = valueAt(raw, path)
    const help = IS_AMOUNT.test(alias.of) ? conversion(propertyOf(given, key), raw) : ''
    return { field, text: [clashing(field, alias, given), help].filter(Boolean).join(' ') }
  }
  return { field, text: `Unknown field ${field.slice(0, 100)}. ${advice(schema, path, key)}` }
}

function clashing(field: string, alias: { of: string; problem?: string }, given: unknown): string {
  if (propertyOf(given, alias.of) === undefined)
    return `${field} ${alias.problem ?? `means ${alias.of}. Send ${alias.of}.`}`
  return `${field} is another name of ${alias.of}, which is sent as well. Send only one of them.`
}

/** The name that was meant, or all that there are. */
function advice(schema: z.ZodType, path: PropertyKey[], key: string): string {
  const names = listedArguments(namesAt(schema, path))
  const near = nameWithin(schema, path, names, key) ?? closestName(key, names)
  if (near !== null) {
    const unit = IS_AMOUNT.test(near) ? ' It is in the smallest currency unit (paise for INR).' : ''
    return `Did you mean ${[...path, near].join('.')}?${unit}`
  }
  if (path.length === 0 || names.length === 0) return 'Remove it or check its spelling.'
  return `Fields of ${path.join('.')}: ${names.join(', ')}.`
}

/** The nearest of some names, or the only one that has a word of it. */
function closestName(key: string, names: readonly string[]): string | null {
  const ids = names.filter((name) => /(?:^|_)id$/.test(name))
  if (/(?:^|_)id$/.test(key) && ids.length === 1) return ids[0] ?? null
  // customer_email is email, and no other property of a customer.
  const ending = names.filter((name) => key.toLowerCase().endsWith(`_${name}`))
  if (ending.length > 0) return ending.reduce((one, other) => (other.length > one.length ? other : one))
  const near = nearest(key.slice(0, 60), names)
  if (near !== null) return near
  if (IS_PRICE.test(key) && names.includes('amount')) return 'amount'
  const words = key.toLowerCase().split('_')
  const sharing = names.filter((name) =>
    name.split('_').some((word) => word.length > 2 && words.includes(word)),
  )
  return sharing.length === 1 ? (sharing[0] ?? null) : null
}

/** What people call an amount. */
const IS_PRICE = /(?:^|_)(?:price|rate|cost|total|value|sum)$/

/** A field of that name one level deeper: customer_id is customer.customer_id. */
function nameWithin(schema: z.ZodType, path: PropertyKey[], names: readonly string[], key: string) {
  const within = names.filter((name) => namesAt(schema, [...path, name]).includes(key))
  return within.length === 1 ? `${within[0]}.${key}` : null
}

function namesAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  const at = schemaAt(schema, path)
  return at ? Object.keys(propertiesOf(at)) : []
}

export function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(propertyOf, raw)
}
