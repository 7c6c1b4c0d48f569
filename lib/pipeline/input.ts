import { z } from 'zod'
import { refused } from '#lib/pipeline/errors.ts'
import { everyProblem, type InputProblem, isMissingField, valueAt } from '#lib/pipeline/input-problems.ts'
import { unstorableText } from '#lib/values/text.ts'

/**
 * Validates the input of a caller, and turns the first problem into an error that names the field.
 * @param found what a surface found wrong already; given, though it may be empty, the error names every problem
 */
export function parseInput<I extends z.ZodType>(
  schema: I,
  raw: unknown,
  found?: readonly InputProblem[],
): z.output<I> {
  const parsed = schema.safeParse(raw, { error: ownWords })
  if (parsed.success && !found?.length) return storable(parsed.data)
  if (found) throw everyProblem(schema, parsed.error?.issues ?? [], raw, found)
  if (!parsed.error) return storable(parsed.data)
  const issue = firstIssue(parsed.error.issues)
  if (issue.code === 'unrecognized_keys') {
    const field = [...issue.path, issue.keys[0]].join('.')
    throw refused('input_validation_failed', `Unknown field ${field}. Remove it or check its spelling.`, {
      field,
    })
  }
  const field = issue.path.join('.')
  const missing = missingFields(parsed.error.issues, raw)
  const message =
    missing.length > 1 && missing.includes(field) ? `${listed(missing)} are required.` : issue.message
  throw refused('input_validation_failed', message, field === '' ? {} : { field })
}

/** The required fields that are not there: all are named at once, so that a caller corrects them in one go. */
function missingFields(issues: z.core.$ZodIssue[], raw: unknown): string[] {
  return issues
    .filter((issue) => isMissingField(issue) && valueAt(raw, issue.path) === undefined)
    .map(({ path }) => path.join('.'))
}

function listed(names: string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Values that no table can hold are rejected here, for every surface. */
function storable<T>(input: T): T {
  const field = unstorableText(input)
  if (field === null) return input
  throw refused(
    'input_validation_failed',
    "The text contains a character that isn't allowed: NUL, half of a surrogate pair, or a direction control.",
    field === '' ? {} : { field },
  )
}

/** A missing field is named before a wrong one, a wrong one before an unknown one; unions give their closest branch. */
function firstIssue(issues: z.core.$ZodIssue[]): z.core.$ZodIssue {
  const issue = issues.find((candidate) => candidate.code !== 'unrecognized_keys') ?? issues[0]
  if (!issue) throw new Error('A failed parse has an issue.')
  return issue
}

/** The sentence for a mistake of which the schema itself says nothing. The parser asks for it in no other case. */
function ownWords(issue: z.core.$ZodRawIssue): string {
  const field = (issue.path ?? []).join('.')
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return field === '' ? 'The request body is required.' : `${field} is required.`
  const said = z.config().localeError?.(issue)
  const library = typeof said === 'string' ? said : said?.message
  return plainly(field || 'The request', issue) ?? `${field || 'The request'}: ${library ?? 'Invalid input'}.`
}

/** In words of our own what the library says of the commonest mistakes. */
function plainly(field: string, issue: z.core.$ZodRawIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] === undefined ? null : `${field} must be ${KINDS[issue.expected]}.`
    case 'invalid_value':
      return `${field} must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return bounded(field, issue.origin, 'at least', Number(issue.minimum))
    case 'too_big':
      return bounded(field, issue.origin, 'at most', Number(issue.maximum))
    default:
      return null
  }
}

const KINDS: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const COUNTED: Partial<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  object: ['property', 'properties'],
  record: ['property', 'properties'],
}

function bounded(field: string, origin: string, how: string, bound: number): string {
  const counted = COUNTED[origin]
  if (!counted) return `${field} must be ${how} ${bound}.`
  return `${field} must have ${how} ${bound} ${bound === 1 ? counted[0] : counted[1]}.`
}
