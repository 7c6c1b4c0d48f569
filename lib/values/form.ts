/** The parts of staff forms that server and browser share: the fields as text, and the state of the form. */
import type { z } from 'zod'
import { formatMoney, type Grouping, type Minor, parseMoney } from './money-text.ts'

/** The values of a form by the names of its fields: one text, or the values of all checked boxes. */
export type FieldTexts = Record<string, string | string[]>

/** Why a form was rejected: a sentence, its field, and the related IDs. */
export type FormProblem = {
  reason: string
  description: string
  field?: string
  metadata?: Record<string, string>
  request_id: string
}

/** The state of a form, before it is submitted and after an error. */
export type FormState<Result = unknown> = {
  /** The entered values, so that a browser without script shows them again. */
  values: FieldTexts
  /** Created when the form opens. An error is stored under its key, so the next attempt gets another. */
  idempotency_key: string
  error?: FormProblem | undefined
  /** The page to open and the message to show there. Only for browsers with script; otherwise the server redirects. */
  done?: { href?: string | undefined; message?: string | undefined } | undefined
  /** The result that replaces the form: a new secret, a comparison. */
  result?: Result | undefined
}

export type FormAction<Result = unknown> = (
  state: FormState<Result>,
  form: FormData,
) => Promise<FormState<Result>>

/** The currency, the preferences and the time for parsing the texts of a form. */
type ReadingSettings = { currency: string; grouping: Grouping; zone: string; now: number }

/** @property whole the problem is known only when the form is submitted, not when one field loses the focus */
type FieldProblem = { field: string; description: string; whole?: boolean }

export const SCRIPT_FIELD = '$script'

export const AMOUNT_NEEDED = 'Enter an amount, e.g. 1250 or 1250.50.'
export const CONNECTION_LOST = 'Connection lost. Try again; the request is processed only once.'

/** Why an action gave no response, as a sentence: the server knows the page no longer, or the connection was lost. */
export function noResponse(thrown: unknown): string {
  const { message } = thrown as Error
  // Sentences of lib/server/{form-requests,bounded-bodies}.ts, which Next makes the message of the error.
  return /^(?:This page|The request body) is/.test(message) ? message.trim() : CONNECTION_LOST
}

/** Converts the fields of a form to the input of an operation, and collects the problems. */
export class FormReader {
  readonly problems: FieldProblem[] = []
  readonly form: FormData
  readonly settings: ReadingSettings

  constructor(form: FormData, settings: ReadingSettings) {
    this.form = form
    this.settings = settings
  }

  /** The text of a field without the spaces around it; '' when it is blank or missing. */
  text(name: string): string {
    return this.verbatim(name).trim()
  }

  /** The text as typed, including spaces: a password, a request body. */
  verbatim(name: string): string {
    return formText(this.form, name)
  }

  /** The text of a field; null when it is blank. */
  optional(name: string): string | null {
    return this.text(name) || null
  }

  /** The entries of a list that is typed as text, one per line. */
  entries(name: string, between = /\s+/): string[] {
    return this.verbatim(name).split(between).filter(Boolean)
  }

  /** The values of all fields with this name: the checked boxes. */
  all(name: string): string[] {
    return this.form.getAll(name).filter((value) => typeof value === 'string')
  }

  checked(name: string): boolean {
    return ['1', 'true', 'on'].includes(this.text(name))
  }

  /** An amount in the smallest unit. Anything else is a problem of the field. */
  amount(name: string, problem = AMOUNT_NEEDED): number {
    const amount = parseMoney(this.text(name), this.settings.currency)
    if (amount === null) this.refuse(name, problem)
    return amount ?? 0
  }

  /** An optional amount; blank is null. */
  optionalAmount(name: string, problem = AMOUNT_NEEDED): number | null {
    return this.text(name) === '' ? null : this.amount(name, problem)
  }

  /** An amount as text, for error messages. */
  money(amount: Minor): string {
    return formatMoney(amount, this.settings.currency, this.settings.grouping)
  }

  /** An object that the form carries as JSON, as it was when the form was opened. The operation validates it. */
  json(name: string): unknown {
    try {
      return JSON.parse(this.verbatim(name))
    } catch {
      return null
    }
  }

  /** Notes: the JSON of the editor, or without script one `key=value` per line. */
  notes(name = 'notes'): Record<string, string> {
    const edited = this.form.get(editedName(name))
    if (typeof edited !== 'string') return pairsOf(this.verbatim(name))
    try {
      return JSON.parse(edited)
    } catch {
      this.refuse(name, 'The notes could not be read. Open the form again.')
      return {}
    }
  }

  refuse(field: string, description: string): void {
    this.problems.push({ field, description })
  }

  /** A problem of several fields, such as none of them being filled in, shown at one of them. */
  refuseWhole(field: string, description: string): void {
    this.problems.push({ field, description, whole: true })
  }
}

/** The text of a field as typed; '' when it is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The field in which the editor of notes sends its JSON, beside the lines of a browser without script. */
export const editedName = (name: string) => `${name}_edited`

/** Lines of `key=value`; a line without the sign is a key without a value. */
function pairsOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

export function linesOf(notes: Record<string, string>): string {
  return Object.entries(notes)
    .map(([name, text]) => `${name}=${text}`)
    .join('\n')
}

/** The input that is rendered again after an error; secrets are typed again. React's own fields begin with $. */
export function fieldTexts(form: FormData, secret: readonly string[] = SECRET): FieldTexts {
  const values: FieldTexts = {}
  for (const name of new Set(form.keys())) {
    if (name.startsWith('$') || name === 'idempotency_key' || secret.includes(name)) continue
    const texts = form.getAll(name).filter((value) => typeof value === 'string')
    if (texts.length > 0) values[name] = texts.length === 1 ? (texts[0] ?? '') : texts
  }
  return values
}
const SECRET = ['password', 'new_password', 'secret', 'key_secret', 'webhook_secret', 'otp']

/** The text of a field; undefined if the form does not contain it. */
export function textIn(values: FieldTexts, name: string): string | undefined {
  const value = values[name]
  return Array.isArray(value) ? value[0] : value
}

/** All values of a field; empty if it is missing. */
export function allIn(values: FieldTexts, name: string): string[] {
  const value = values[name]
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

/** The form field of an error: `transfers.0.amount` is shown at `amount`. */
export function fieldOf(path: string | undefined, fields: readonly string[]): string | undefined {
  if (path === undefined || fields.includes(path)) return path
  return path
    .split('.')
    .reverse()
    .find((part) => fields.includes(part))
}

/** How a form is parsed and validated, in the browser and on the server: by the schema of its operation. */
export type FormDeclaration<Input = unknown> = {
  /** The names of the fields that show their own errors. */
  fields: readonly string[]
  /** The input of the operation, or the part of it that the form provides. */
  read: (form: FormReader) => Input
  schema?: z.ZodType
  /** Error messages of the form in place of those of the schema, which are for API clients. */
  words?: (problem: FormProblem, form: FormReader) => Partial<FormProblem>
}

/** A form that identifies a record and has no other field. */
export const recordForm = {
  fields: [],
  read: (form: FormReader) => ({ id: form.text('id') }),
} satisfies FormDeclaration

/** The same with the password of the person. */
export const confirmedRecordForm = { ...recordForm, fields: ['password'] } satisfies FormDeclaration

export const noFieldsForm = { fields: [], read: () => ({}) } satisfies FormDeclaration

/** Nothing but the password. */
export const confirmForm = { fields: ['password'], read: () => ({}) } satisfies FormDeclaration

/**
 * The problems of a form before it is submitted, by field; the first problem of a field counts.
 * @param whole the form is about to be submitted; false while it is being filled in
 */
export function problemsIn(
  declaration: FormDeclaration,
  form: FormData,
  settings: ReadingSettings,
  whole = true,
): Record<string, string> {
  const reader = new FormReader(form, settings)
  const input = declaration.read(reader)
  const found: Record<string, string> = {}
  for (const problem of reader.problems)
    if (whole || !problem.whole) found[problem.field] ??= problem.description
  if (!declaration.schema) return found
  for (const { path, message } of declaration.schema.safeParse(input).error?.issues ?? []) {
    const problem = inWords(
      declaration,
      {
        reason: 'input_validation_failed',
        description: message,
        field: path.join('.'),
        request_id: '',
      },
      reader,
    )
    if (problem.field !== undefined && declaration.fields.includes(problem.field))
      found[problem.field] ??= problem.description
  }
  return found
}

/** An error with the message and the field of the form. */
export function inWords(
  { fields, words }: FormDeclaration,
  problem: FormProblem,
  form: FormReader,
): FormProblem {
  const said = { ...problem, ...words?.(problem, form) }
  const field = fieldOf(said.field, fields)
  return field === undefined ? said : { ...said, field }
}

/** A problem of one entry in a list that is typed as text quotes that entry. */
export function naming(problem: FormProblem, field: string, entries: string[]): Partial<FormProblem> {
  const [list, at] = problem.field?.split('.') ?? []
  const entry = list === field ? entries[Number(at)] : undefined
  return entry === undefined ? {} : { description: `${entry}: ${problem.description}` }
}
