import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { checkbox } from '#components/ui/looks.ts'
import type { Query } from '#components/ui/query.ts'
import { readPeriod } from '#lib/values/period.ts'
import {
  amountFilter,
  type Choices,
  choiceFilter,
  periodFilter,
  type Typed,
  textFilter,
} from './filter-controls.tsx'
import type { Reader } from './list.ts'
import { flag, several, typedAmount, typedNote } from './parse.ts'
import { amountTerm, flagTerm, periodTerm, severalTerm, type Term, textTerm } from './terms.ts'

/** The parsed search param: fields of the operation's input, or a sentence for each invalid value. */
export type Read = { input: Record<string, unknown>; problems: string[] }

/** A filter of a list, declared once: its search params, how they are read, and its control. */
export type ListFilter = {
  names: readonly string[]
  /** The fields of the operation's input that it fills. */
  fields: readonly string[]
  read(query: Query, reader: Reader): Read
  /** Null without a control: a tab sets it, or only a link. */
  control(query: Query, reader: Reader): Filter | null
  /** Several values of its name, as ticked boxes send them, become one text. */
  joined?: true
  /** How it is written as text; selected rows are not. */
  term?: Term
}

const NO_CONTROL = () => null

/** One search param; `as` is the field of the input where that has another name. */
function param(name: string, schema: z.ZodType | ((reader: Reader) => z.ZodType), as = name) {
  return {
    names: [name],
    fields: [as],
    read: (query: Query, reader: Reader) => {
      const parse = typeof schema === 'function' ? schema(reader) : schema
      return readWith(parse, query[name], (value) => ({ [as]: value }))
    },
    term: termOf(name, schema),
  }
}

/** A filter that is on, or one text. */
function termOf(name: string, schema: z.ZodType | ((reader: Reader) => z.ZodType), values?: Term['values']) {
  const accepts = (text: string) => typeof schema !== 'function' && schema.safeParse(text).success
  if (accepts('1') && !accepts('2')) return flagTerm(name, accepts('0') ? '0' : undefined)
  return textTerm(name, {
    values,
    check(value, reader) {
      const parse = typeof schema === 'function' ? schema(reader) : schema
      return parse.safeParse(value).error?.issues[0]?.message ?? null
    },
  })
}

function readWith(schema: z.ZodType, text: string | undefined, to: (value: unknown) => object): Read {
  if (text === undefined) return { input: {}, problems: [] }
  const parsed = schema.safeParse(text)
  if (!parsed.success) return { input: {}, problems: parsed.error.issues.map(({ message }) => message) }
  return { input: { ...to(parsed.data) }, problems: [] }
}

/** When rows were created. @param standard the period that is meant where none is chosen */
export function period(label = 'Created', standard?: string): ListFilter {
  return {
    names: ['period', 'from', 'to'],
    fields: ['from', 'to'],
    term: periodTerm(),
    read(query, { zone, now }) {
      const { from, to, problem } = readPeriod(withPeriod(query, standard), zone, now)
      return problem ? { input: {}, problems: [problem] } : { input: { from, to }, problems: [] }
    },
    control(query, { zone, now }) {
      const chosen = withPeriod(query, standard)
      return { ...periodFilter(chosen, readPeriod(chosen, zone, now).words), label }
    },
  }
}

/** The query with the standard period where none is chosen. */
export function withPeriod(query: Query, standard: string | undefined): Query {
  if (standard === undefined || query.period || query.from || query.to) return query
  return { ...query, period: standard }
}

/** From one amount to another, typed as people write amounts. */
export function amount(label = 'Amount'): ListFilter {
  const ends = ['min', 'max'].map((name) => param(name, ({ currency }) => typedAmount(currency)))
  return {
    names: ['min', 'max'],
    fields: ['min', 'max'],
    term: amountTerm(),
    read(query, reader) {
      const read = ends.map((end) => end.read(query, reader))
      return {
        input: Object.assign({}, ...read.map(({ input }) => input)),
        problems: read.flatMap(({ problems }) => problems),
      }
    },
    control: (query, { currency, grouping }) => ({ ...amountFilter(query, currency, grouping), label }),
  }
}

/** Free text. `whenSet`: it has a control only while it is set. */
type TextLook = Typed & { label: string; placeholder: string; as?: string; whenSet?: true }

export function text(name: string, schema: z.ZodType, look: TextLook): ListFilter {
  const { label, placeholder, as, whenSet, ...typed } = look
  return {
    ...param(name, schema, as),
    control: (query) =>
      whenSet && query[name] === undefined ? null : textFilter(query, name, label, placeholder, typed),
  }
}

/** One of a few; the choices may be those that there are. */
type ChoiceLook = { label: string; choices: Choices | ((reader: Reader) => Choices); as?: string }

export function choice(name: string, schema: z.ZodType, { label, choices, as }: ChoiceLook): ListFilter {
  const choicesOf = (reader: Reader) => (typeof choices === 'function' ? choices(reader) : choices)
  return {
    ...param(name, schema, as),
    term: termOf(name, schema, (reader) => Object.keys(choicesOf(reader))),
    control: (query, reader) => choiceFilter(query, name, label, choicesOf(reader)),
  }
}

/** On, or not there. */
export function yes(name: string, label: string, word: string): ListFilter {
  return choice(name, flag, { label, choices: { 1: word } })
}

/** A search param that tabs or links set, without a control. @param standard its value where it is not set */
export function hidden(name: string, schema: z.ZodType, standard?: string): ListFilter {
  const { read, ...rest } = param(name, schema)
  return {
    ...rest,
    read: (query, reader) => read(standard === undefined ? query : { [name]: standard, ...query }, reader),
    control: NO_CONTROL,
  }
}

/** The filter of the tabs. A combination without a tab is a filter with a chip. */
export function tabbed(
  name: string,
  values: readonly string[],
  look = { label: 'Status', name: 'status' },
): ListFilter {
  return {
    ...param(name, several(values, look.name)),
    term: severalTerm(name, values),
    control: (query) =>
      query[name]?.includes(',') ? textFilter(query, name, look.label, values.slice(0, 2).join(',')) : null,
  }
}

/** Several of a few, as checkboxes. `unlessTab`: the values that have a tab. */
type BoxesLook = {
  label: string
  noun: string
  word: (value: string) => string
  unlessTab?: readonly string[]
}

export function boxes(name: string, values: readonly string[], look: BoxesLook): ListFilter {
  const { label, noun, word, unlessTab = [] } = look
  return {
    ...param(name, several(values, noun)),
    term: severalTerm(name, values),
    joined: true,
    control(query) {
      const value = query[name]
      if (value !== undefined && unlessTab.includes(value)) return null
      const words = value?.split(',').map((one) => (values.includes(one) ? word(one) : one))
      return {
        names: [name],
        label,
        value: words?.join(', ') ?? null,
        control: <Boxes name={name} value={value} options={values.map((one) => [one, word(one)])} />,
      }
    },
  }
}

const { term: _, ...ids } = param(
  'ids',
  z.string().transform((text) => text.split(',').filter(Boolean)),
)

/** Rows that were selected one by one. It shows only while it is set. */
export const SELECTED: ListFilter = {
  ...ids,
  joined: true,
  control({ ids: chosen }) {
    if (chosen === undefined) return null
    const count = chosen.split(',').length
    return {
      names: ['ids'],
      label: 'Selected',
      value: `${count} ${count === 1 ? 'row' : 'rows'}`,
      control: (
        <>
          <input type="hidden" name="ids" value={chosen} />
          <p className="max-w-60 text-small text-ink-2">Remove this filter to see all rows.</p>
        </>
      ),
    }
  },
}

/** A pair of notes, or only its key. */
export function notes(): ListFilter {
  return {
    names: ['notes'],
    fields: ['note_key', 'note_value'],
    term: termOf('notes', typedNote),
    read: (query) => readWith(typedNote, query.notes, (pair) => pair as object),
    control: (query) => textFilter(query, 'notes', 'Notes', 'shop=Mysuru 2, or shop'),
  }
}

type BoxesProps = { name: string; value: string | undefined; options: [string, ReactNode][] }

/** Ticked boxes are sent under one name. */
function Boxes({ name, value, options }: BoxesProps) {
  const ticked = value?.split(',') ?? []
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {options.map(([option, words]) => (
        <label key={option} className="flex items-center gap-1.5 text-table">
          <input
            type="checkbox"
            className={checkbox}
            name={name}
            value={option}
            defaultChecked={ticked.includes(option)}
          />
          {words}
        </label>
      ))}
    </div>
  )
}
