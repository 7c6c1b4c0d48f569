import { z } from 'zod'
import { among, bound, type Condition, equal, note, prefix } from '#lib/database/conditions.ts'
import { type Reader, type Spelling, spelledTerm } from '#lib/filters/filter-terms.ts'
import {
  amountParam,
  type Choices,
  type Control,
  flagParam,
  type ListFilter,
  notesParam,
  param,
  periodParam,
  SELECTED,
  severalParam,
} from '#lib/filters/list-params.ts'
import { shortText, yesOrNo } from '#lib/filters/param-schemas.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { capitalized } from '#lib/values/text.ts'

type Where<Value> = (value: Value, context: Context, all: Record<string, unknown>) => Condition[]

/** A property of the input of a list, and what it means for the rows. */
type Input<Name extends string = string, Value = unknown> = {
  name: Name
  schema: z.ZodType<Value, Value>
  where(value: Value, context: Context, all: Record<string, unknown>): Condition[]
}

/**
 * A filter of a list, declared once: its search params, how it is written as text, its control, its properties of the
 * input, and their conditions. Without a label it has no control.
 */
export type Filter<I extends Input = Input> = ListFilter & { inputs: readonly I[] }
export type Filters = readonly Filter[]

type InputsOf<F extends Filters> = F[number]['inputs'][number]
/** The properties of the input that the filters fill. */
export type FilterName<F extends Filters> = InputsOf<F>['name']

/** The input of a list with these filters: each is optional, and unknown properties are rejected. */
export function filterInputOf<const F extends Filters>(filters: F) {
  const shape = inputsOf(filters).map(({ name, schema }) => [name, schema.optional()])
  return z.strictObject(
    Object.fromEntries(shape) as { [I in InputsOf<F> as I['name']]: z.ZodOptional<I['schema']> },
  )
}

/** The conditions of the filters that are set, of all or some of them. Blank text does not count as set. */
export function conditionsOf(
  context: Context,
  filters: Filters,
  input: Record<string, unknown>,
  names?: readonly string[],
): Condition[] {
  return inputsOf(filters).flatMap(({ name, where }) => {
    const value = input[name]
    const isSet = value !== undefined && value !== '' && (names?.includes(name) ?? true)
    return isSet ? where(value, context, input) : []
  })
}

export function inputsOf(filters: Filters): readonly Input[] {
  return filters.flatMap(({ inputs }) => inputs)
}

/** A column equals the value. */
export const equals = (column: string) => (value: unknown) => equal(column, value)

/** A column equals one of the values. */
export const oneOf = (column: string) => (values: string[]) => among(column, values)

/** A column begins with the text. */
export const startsWith = (column: string) => (text: string) => prefix(column, text)

/** Whether a matching row exists in another table. */
export const exists = (subquery: string) => (yes: boolean) => [
  { sql: `${yes ? '' : 'NOT '}EXISTS (${subquery})`, values: [] },
]

const HIDDEN: Control = { kind: 'hidden' }

type ParamOptions<Value> = {
  where: Where<Value>
  /** The search param, where it is not named as the property of the input. */
  param?: string
  /** Other names that a text of filters can have for it. It is written with its own. */
  also?: readonly string[]
  /** Without one it has no control: only a tab or a link sets it. */
  label?: string
}

type Typed = Partial<Pick<Control & { kind: 'text' }, 'placeholder' | 'inputMode' | 'maxLength' | 'whenSet'>>
type Chosen = Partial<Pick<Control & { kind: 'choice' }, 'any' | 'everything' | 'shownAs'>>

type ValueOptions<Value> = ParamOptions<Value> &
  Typed & {
    /** How the text becomes the value, where the schema itself does not read a text. */
    read?: z.ZodType
  }

/** A typed value that its schema checks. */
export function value<const Name extends string, Value>(
  name: Name,
  schema: z.ZodType<Value, Value>,
  options: ValueOptions<Value>,
): Filter<Input<Name, Value>> {
  const { where, param: own = name, also, read = schema, label, placeholder = '', ...typed } = options
  const typedParam = param(own, read, name)
  return {
    ...typedParam,
    term: { ...typedParam.term, ...(also && { also }) },
    control: label === undefined ? HIDDEN : { kind: 'text', label, placeholder, ...typed },
    inputs: [input(name, schema, where)],
  }
}

/** A typed text of limited length. */
export function text<const Name extends string>(
  name: Name,
  max: number,
  options: ValueOptions<string>,
): Filter<Input<Name, string>> {
  return value(name, shortText(max, options.label ?? capitalized(name)), { maxLength: max, ...options })
}

type ChoiceOptions<Value> = ParamOptions<Value> &
  Chosen & {
    /** The words of the choices: those of the reader without any. */
    words?: Choices
    read?: z.ZodType
    /** The value that is meant where none is set. */
    standard?: string
    /** How it is written in a text of filters, where that is not its search param and its values. */
    spelling?: Spelling
  }

/** A value that its schema checks, chosen from some, which may depend on the reader. */
export function chosen<const Name extends string, Value>(
  name: Name,
  schema: z.ZodType<Value, Value>,
  { words, standard, any, everything, shownAs, label, spelling, ...options }: ChoiceOptions<Value>,
): Filter<Input<Name, Value>> {
  const typed = value(name, schema, options)
  const [own = name] = typed.names
  const values = ({ choices = {} }: Reader) => Object.keys(words ?? choices)
  const term = typed.term && { values, ...typed.term }
  return {
    ...typed,
    read: (query, reader) =>
      typed.read(standard === undefined ? query : { [own]: standard, ...query }, reader),
    ...(term && { term: spelling ? spelledTerm(term, spelling) : term }),
    control:
      label === undefined ? HIDDEN : { kind: 'choice', label, choices: words, any, everything, shownAs },
    standard,
  }
}

/** One of a few values. */
export function choice<const Name extends string, const Value extends string>(
  name: Name,
  values: readonly Value[],
  options: ChoiceOptions<Value>,
): Filter<Input<Name, Value>> {
  const { label = capitalized(name) } = options
  const schema = z.enum(values, `${label} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}.`)
  return chosen(name, schema, { words: wordsOf(values), ...options })
}

type SeveralOptions<Value> = ParamOptions<Value[]> & {
  label: string
  /** How it is drawn; those that tabs set have no words. */
  as: 'tab' | 'choice' | 'boxes'
  words?: Choices
}

/** Some of a few values. */
export function several<const Name extends string, const Value extends string>(
  name: Name,
  values: readonly Value[],
  { where, label, as, words = wordsOf(values) }: SeveralOptions<Value>,
): Filter<Input<Name, Value[]>> {
  return {
    ...severalParam(name, values),
    ...(as === 'boxes' && { joined: true }),
    control: as === 'tab' ? { kind: as, label } : { kind: as, label, choices: words },
    inputs: [input(name, z.array(z.enum(values)), where)],
  }
}

/** Values as words: "not_paid" is "Not paid". */
function wordsOf(values: readonly string[]): Choices {
  return Object.fromEntries(values.map((one) => [one, capitalized(one.replaceAll('_', ' '))]))
}

/** A filter that is either on or absent. @param options.word what it means to be on */
export function flag<const Name extends string>(
  name: Name,
  { label, word = 'yes', where }: { where: (context: Context) => Condition[]; label?: string; word?: string },
): Filter<Input<Name, boolean>> {
  return {
    ...flagParam(name),
    control: label === undefined ? HIDDEN : { kind: 'choice', label, choices: { 1: word } },
    inputs: [input(name, z.boolean(), (on, context) => (on ? where(context) : []))],
  }
}

type EitherOptions = ParamOptions<boolean> & {
  /** The values of the search param, and their words: the first is yes. */
  values?: readonly [yes: string, no: string]
  words?: readonly [yes: string, no: string]
}

/** Yes or no, or absent. */
export function either<const Name extends string>(
  name: Name,
  { values: [yes, no] = ['1', '0'], words, label, where }: EitherOptions,
): Filter<Input<Name, boolean>> {
  const [yesWord, noWord] = words ?? ['yes', 'no']
  return chosen(name, z.boolean(), {
    read: yesOrNo(yes, no, `${label ?? capitalized(name)} must be ${yes} or ${no}.`),
    words: { [yes]: yesWord, [no]: noWord },
    where,
    ...(label !== undefined && { label }),
  })
}

type PeriodOptions = {
  label?: string
  /** The period that is meant where none is chosen. */
  standard?: string
  /** The zone of its days, whatever the reader's is. */
  zone?: string
}

/** When rows were created, in Unix seconds. */
export function period({ label = 'Created', standard, zone }: PeriodOptions = {}) {
  return {
    ...periodParam(standard, zone),
    control: { kind: 'period' as const, label, standard, zone },
    inputs: [
      input('from', z.int(), (at) => bound('created_at', '>=', at)),
      input('to', z.int(), (at) => bound('created_at', '<=', at)),
    ],
  }
}

/** A range of amounts, in the smallest currency unit. */
export function amount({ label = 'Amount', column = 'amount' }: { label?: string; column?: string } = {}) {
  return {
    ...amountParam(),
    control: { kind: 'amount' as const, label },
    inputs: [
      input('min', z.int().min(0), (least) => bound(column, '>=', least)),
      input('max', z.int().min(0), (most) => bound(column, '<=', most)),
    ],
  }
}

const NoteText = z.string().trim().max(256)

/** A pair of notes, or only its key. */
export function notes() {
  return {
    ...notesParam(),
    control: { kind: 'text' as const, label: 'Notes', placeholder: 'shop=Mysuru 2, or shop' },
    inputs: [
      input('note_key', NoteText, (key, _, { note_value }) =>
        note(key, typeof note_value === 'string' ? note_value : undefined),
      ),
      input('note_value', NoteText, () => []),
    ],
  }
}

/** A filter that only the product itself sets: it has no search param. */
export function unwritten<const Name extends string, Value>(
  name: Name,
  schema: z.ZodType<Value, Value>,
  where: Where<Value>,
): Filter<Input<Name, Value>> {
  return {
    names: [],
    read: () => ({ input: {}, problems: [] }),
    control: HIDDEN,
    inputs: [input(name, schema, where)],
  }
}

function input<const Name extends string, Value>(
  name: Name,
  schema: z.ZodType<Value, Value>,
  where: Where<Value>,
): Input<Name, Value> {
  return { name, schema, where }
}

/** The maximum number of rows that are selected one by one: those of the largest page. */
const MAX_SELECTED = 100

/** The filter of selected rows, which every list has. @param key the column that identifies a row */
export function selectedRows(key: string) {
  const schema = z.array(z.string().max(64)).min(1).max(MAX_SELECTED)
  return { ...SELECTED, inputs: [input('ids', schema, oneOf(key))] }
}
