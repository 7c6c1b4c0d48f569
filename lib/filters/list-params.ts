import { z } from 'zod'
import {
  amountTerm,
  flagTerm,
  type Params,
  periodTerm,
  type Reader,
  severalTerm,
  type Term,
  textTerm,
} from './filter-terms.ts'
import { flag, several, typedAmount, typedNote } from './param-schemas.ts'
import { readPeriod } from './period.ts'

/** Parsed search params: fields of the operation's input, or a sentence for each invalid value. */
type Read = { input: Record<string, unknown>; problems: string[] }

/** A filter of a list as it is written: in search params, and as `name:value` in a text of filters. */
export type ListParam = {
  names: readonly string[]
  read(query: Params, reader: Reader): Read
  /** Several values of its name, as ticked boxes send them, become one text. */
  joined?: true
  /** How it is written as text; selected rows are not. */
  term?: Term
}

/** The words of each value. */
export type Choices = Readonly<Record<string, string>>

/** How a filter is drawn, as data. */
export type Control =
  | {
      kind: 'text'
      label: string
      placeholder: string
      inputMode?: 'email' | 'tel' | 'numeric' | undefined
      maxLength?: number | undefined
      /** It is drawn only while it is set. */
      whenSet?: true | undefined
    }
  | {
      kind: 'choice'
      label: string
      /** Those of the reader where there are none. */
      choices?: Choices | undefined
      /** What no choice means, where that is not everything. */
      any?: string | undefined
      /** The choice that is no filter, so that it has no chip. */
      everything?: string | undefined
      /** The choice that a value is shown as, with its words. */
      shownAs?: ((value: string) => readonly [choice: string, words: string]) | undefined
    }
  | { kind: 'boxes'; label: string; choices: Choices }
  /** The tabs set it. A combination without a tab is shown as text. */
  | { kind: 'tab'; label: string }
  | { kind: 'period'; label: string; standard?: string | undefined; zone?: string | undefined }
  | { kind: 'amount'; label: string }
  | { kind: 'selected' }
  /** Only a tab or a link sets it. */
  | { kind: 'hidden' }

/** A filter with its control. `standard`: the value that is meant where none is set. */
export type ListFilter = ListParam & { control: Control; standard?: string | undefined }

type Schema = z.ZodType | ((reader: Reader) => z.ZodType)

/** One search param; `as` is the field of the input where that has another name. */
export function param(name: string, schema: Schema, as = name): ListParam & { term: Term } {
  return {
    names: [name],
    read: (query, reader) => readWith(schemaOf(schema, reader), query[name], (value) => ({ [as]: value })),
    term: termOf(name, schema),
  }
}

/** Some of a few values, joined by commas. @param noun what one value is called in errors */
export function severalParam(name: string, values: readonly string[], noun = name) {
  return { ...param(name, several(values, noun)), term: severalTerm(name, values) }
}

export function flagParam(name: string) {
  return param(name, flag)
}

/**
 * When rows were created.
 * @param standard the period that is meant where none is chosen
 * @param fixed the zone of its days, whatever the reader's is
 */
export function periodParam(standard?: string, fixed?: string): ListParam {
  const there = fixed === undefined ? {} : { zone: fixed }
  const term = periodTerm()
  return {
    names: ['period', 'from', 'to'],
    term: {
      ...term,
      read: (token, reader) => term.read(token, { ...reader, ...there }),
      write: (query, reader) => term.write(query, { ...reader, ...there }),
    },
    read(query, reader) {
      const { zone, now } = { ...reader, ...there }
      const { from, to, problem } = readPeriod(withPeriod(query, standard), zone, now)
      return problem ? { input: {}, problems: [problem] } : { input: { from, to }, problems: [] }
    },
  }
}

/** The search params with the standard period where none is chosen. */
export function withPeriod(query: Params, standard: string | undefined): Params {
  if (standard === undefined || query.period || query.from || query.to) return query
  return { ...query, period: standard }
}

/** From one amount to another, typed as people write amounts. */
export function amountParam(): ListParam {
  const range = ['min', 'max'].map((name) => param(name, ({ currency }) => typedAmount(currency)))
  return {
    names: ['min', 'max'],
    term: amountTerm(),
    read: (query, reader) => readParams(range, query, reader),
  }
}

/** A pair of notes, or only its key. */
export function notesParam(): ListParam {
  return {
    names: ['notes'],
    term: termOf('notes', typedNote),
    read: (query) => readWith(typedNote, query.notes, (pair) => pair as object),
  }
}

const { term: _, ...ids } = param(
  'ids',
  z.string().transform((text) => text.split(',').filter(Boolean)),
)

/** Rows that were selected one by one; they are not written in a text of filters. */
export const SELECTED: ListFilter = { ...ids, joined: true, control: { kind: 'selected' } }

/** Reads search params into the input of an operation, with a sentence for each invalid value. */
export function readParams(params: readonly ListParam[], query: Params, reader: Reader): Read {
  const read = params.map((one) => one.read(query, reader))
  return {
    input: Object.assign({}, ...read.map(({ input }) => input)),
    problems: read.flatMap(({ problems }) => problems),
  }
}

function schemaOf(schema: Schema, reader: Reader): z.ZodType {
  return typeof schema === 'function' ? schema(reader) : schema
}

/** A filter that is on, one of a few values, or one text. */
function termOf(name: string, schema: Schema): Term {
  const accepts = (text: string) => typeof schema !== 'function' && schema.safeParse(text).success
  if (accepts('1') && !accepts('2')) return flagTerm(name, accepts('0') ? '0' : undefined)
  const choices = schema instanceof z.ZodPipe ? schema.in : schema
  const values = choices instanceof z.ZodEnum ? choices.options.map(String) : undefined
  return textTerm(name, {
    ...(values ? { values: () => values } : {}),
    check: (value, reader) => schemaOf(schema, reader).safeParse(value).error?.issues[0]?.message ?? null,
  })
}

function readWith(schema: z.ZodType, text: string | undefined, to: (value: unknown) => object): Read {
  if (text === undefined) return { input: {}, problems: [] }
  const parsed = schema.safeParse(text)
  if (!parsed.success) return { input: {}, problems: parsed.error.issues.map(({ message }) => message) }
  return { input: { ...to(parsed.data) }, problems: [] }
}
