import { decimalOf, parseMoney } from '#lib/values/money-text.ts'
import type { Token } from './filter-text.ts'
import { PERIODS } from './period.ts'
import { readSpokenTime } from './spoken-time.ts'

/** Search params, one text each. */
export type Params = Record<string, string>

/** What search params and texts of filters are read with: the account's currency, a time zone and the current time. */
export type Reader = {
  currency: string
  zone: string
  now: number
  /** The choices of a filter that depend on the rows there are. */
  choices?: Record<string, string> | undefined
}

/** What the text after a name becomes: search params, or why it cannot be read. */
/** `odd`: the value that is none of the known ones. */
type TermResult = { query: Params } | { problem: string; odd?: string }

/** A filter as text: `name:value`. Its names and values are those of the search params. */
export type Term = {
  name: string
  /** Other names that are read as it. */
  also?: readonly string[]
  /** All values there are; without them any text is one. */
  values?: (reader: Reader) => readonly string[]
  read(token: Token, reader: Reader): TermResult
  /** The tokens of the search params; none where the filter is not set. */
  write(query: Params, reader: Reader): Token[]
}

const is = (name: string, value: string, negated = false): Token => ({ name, value, negated })

type TextTerm = {
  values?: Term['values'] | undefined
  /** Why a value cannot be read; null if it can. */
  check: (value: string, reader: Reader) => string | null
}

/** One text, or one of a few values. */
export function textTerm(name: string, { values, check }: TextTerm): Term {
  return {
    name,
    ...(values ? { values } : {}),
    read({ value, negated }, reader) {
      if (negated) return { problem: `${name} can't be excluded. Remove the minus sign.` }
      const problem = check(value, reader)
      return problem === null ? { query: { [name]: value } } : { problem, odd: value }
    },
    write: (query) => (query[name] === undefined ? [] : [is(name, query[name])]),
  }
}

/** A filter that is on: `overdue:yes`. With `no`, it can be off as well. */
export function flagTerm(name: string, no?: string): Term {
  const words: Record<string, string> = { yes: '1', ...(no === undefined ? {} : { no }) }
  return {
    name,
    values: () => Object.keys(words),
    read({ value, negated }) {
      const meant = negated ? (value === 'yes' ? 'no' : 'yes') : value
      const param = Object.hasOwn(words, meant) ? words[meant] : undefined
      if (param !== undefined) return { query: { [name]: param } }
      return negated ? { problem: `${name} can't be excluded. Remove the minus sign.` } : unknown(name, value)
    },
    write(query) {
      const word = Object.entries(words).find(([, param]) => param === query[name])?.[0]
      return word === undefined ? [] : [is(name, word)]
    },
  }
}

/** Some of a few values: `status:captured,failed`, and all others with a minus sign. */
export function severalTerm(name: string, values: readonly string[]): Term {
  const rest = (some: readonly string[]) => values.filter((value) => !some.includes(value))
  return {
    name,
    values: () => values,
    read({ value, negated }) {
      const some = value.split(',').filter(Boolean)
      const odd = some.find((one) => !values.includes(one))
      if (odd !== undefined || some.length === 0) return unknown(name, odd ?? value)
      const chosen = negated ? rest(some) : values.filter((one) => some.includes(one))
      if (chosen.length === 0) return { problem: `-${name}:${value} excludes every ${name}.` }
      return { query: { [name]: chosen.join(',') } }
    },
    write(query) {
      if (query[name] === undefined) return []
      const some = query[name].split(',')
      const others = rest(some)
      // What is shorter to read.
      return others.length > 0 && others.length < some.length
        ? [is(name, others.join(','), true)]
        : [is(name, query[name])]
    },
  }
}

/** How people write a filter whose search param and values are names of the code: `status:disconnected`. */
export type Spelling = { name?: string; words: Readonly<Record<string, string>> }

/** A filter under another name and with other words for its values; those of the search param are read, too. */
export function spelledTerm(term: Term, { name = term.name, words }: Spelling): Term {
  // Of values with the same word, the first is meant.
  const known = new Map(
    Object.entries(words)
      .reverse()
      .map(([value, word]) => [word.toLowerCase(), value]),
  )
  const each = (value: string, of: (one: string) => string) => value.split(',').map(of).join(',')
  return {
    name,
    also: [term.name, ...(term.also ?? [])],
    ...(term.values && { values: (reader) => (term.values?.(reader) ?? []).map((one) => words[one] ?? one) }),
    read: (token, reader) =>
      term.read({ ...token, value: each(token.value, (one) => known.get(one.toLowerCase()) ?? one) }, reader),
    write: (query, reader) =>
      term
        .write(query, reader)
        .map((token) => ({ ...token, name, value: each(token.value, (one) => words[one] ?? one) })),
  }
}

const BOUNDS = /^(>=|<=|>|<)?(.+)$/

/** From and to: `>=500`, `<=500`, `>500`, `<500`, `500..900`, or one value. */
type Bounds = {
  name: string
  from: string
  to: string
  /** The next value above or below: bounds are inclusive in the search params. */
  step: (value: string, by: 1 | -1, reader: Reader) => string | null
  /** Why a value is none; null if it is one. */
  check?: (value: string, reader: Reader) => string | null
}

function rangeTerm(range: Bounds): Pick<Term, 'read' | 'write'> {
  const { name, from, to } = range
  return {
    read({ value, negated }, reader) {
      if (negated) return { problem: `${name} can't be excluded. Use ${name}:>… or ${name}:<….` }
      if (!value.includes('..')) return readBound(range, value, reader)
      const [low, high, more] = value.split('..')
      if (low && high && more === undefined) return { query: { [from]: low, [to]: high } }
      return { problem: `Write ${name}:1..2 for a range.` }
    },
    write(query) {
      const [low, high] = [query[from], query[to]]
      if (low === undefined) return high === undefined ? [] : [is(name, `<=${high}`)]
      if (high === undefined) return [is(name, `>=${low}`)]
      return [is(name, low === high ? low : `${low}..${high}`)]
    },
  }
}

/** One bound with its sign; without a sign, both. */
function readBound({ name, from, to, step, check }: Bounds, value: string, reader: Reader): TermResult {
  const [, sign, bound = ''] = BOUNDS.exec(value) ?? []
  if (bound === '') return { problem: `${name} needs a value after its sign.` }
  const odd = check?.(bound, reader) ?? null
  if (odd !== null) return { problem: odd }
  if (sign === undefined) return { query: { [from]: bound, [to]: bound } }
  const by = sign === '>' ? 1 : sign === '<' ? -1 : null
  const end = by === null ? bound : step(bound, by, reader)
  if (end === null) return { problem: `"${bound}" can't follow ${sign} in ${name}. Use ${sign}= instead.` }
  return { query: { [sign.startsWith('>') ? from : to]: end } }
}

/** `amount:>500`, in the main unit of the currency. */
export function amountTerm(name = 'amount'): Term {
  const range = rangeTerm({
    name,
    from: 'min',
    to: 'max',
    check: (value, { currency }) =>
      parseMoney(value, currency) === null ? `"${value}" is not an amount. Write it as 1250.50.` : null,
    step(value, by, { currency }) {
      const minor = parseMoney(value, currency)
      return minor === null || minor + by < 0 ? null : decimalOf(minor + by, currency)
    },
  })
  return {
    name,
    read: range.read,
    write(query, reader) {
      const above = openBound(query.min, 1, reader.currency)
      const below = openBound(query.max, -1, reader.currency)
      if (above === null && below === null) return range.write(query, reader)
      const bound = (sign: '>' | '<', open: string | null, closed: string | undefined) =>
        open !== null
          ? [is(name, `${sign}${open}`)]
          : closed === undefined
            ? []
            : [is(name, `${sign}=${closed}`)]
      return [...bound('>', above, query.min), ...bound('<', below, query.max)]
    },
  }
}

/**
 * The whole amount that a bound lies next to, which is how `>5000` and `<5000` are kept: from 5000.01 is above 5000. Null
 * for another bound.
 */
export function openBound(bound: string | undefined, by: 1 | -1, currency: string): string | null {
  const minor = bound === undefined ? null : parseMoney(bound, currency)
  if (minor === null) return null
  const [whole = '', fraction] = decimalOf(minor - by, currency).split('.')
  return fraction !== undefined && /^0+$/.test(fraction) ? whole : null
}

const PERIOD_WORDS: Record<string, string> = {
  ...Object.fromEntries(Object.keys(PERIODS).map((name) => [name.replaceAll('_', '-'), name])),
  'this-month': 'month',
  'last-7-days': '7d',
  'last-28-days': '28d',
}

/** `created:last-month`, `created:>=2026-11-03`, `created:2026-11-01..2026-11-05`. */
export function periodTerm(name = 'created'): Term {
  const range = rangeTerm({ name, from: 'from', to: 'to', step: nextDay })
  return {
    name,
    values: () => [
      'today',
      'yesterday',
      '7d',
      '28d',
      'month',
      'last-month',
      '>=2026-01-31',
      '2026-01-01..2026-01-31',
    ],
    read(token, reader) {
      const period = Object.hasOwn(PERIOD_WORDS, token.value) ? PERIOD_WORDS[token.value] : undefined
      return period !== undefined && !token.negated ? { query: { period } } : range.read(token, reader)
    },
    write: (query, reader) =>
      query.period === undefined || query.from !== undefined || query.to !== undefined
        ? range.write(query, reader)
        : [is(name, query.period.replaceAll('_', '-'))],
  }
}

/** The day after a date, the second after Unix seconds, or after the end of what else is a time; with -1, before it. */
function nextDay(value: string, by: 1 | -1, { zone, now }: Reader): string | null {
  if (/^\d{9,10}$/.test(value)) return String(Number(value) + by)
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (!Number.isNaN(at)) return new Date(at + by * 86_400_000).toISOString().slice(0, 10)
  const end = readSpokenTime(value, zone, now, by === 1 ? 'end' : 'start')
  return end === null ? null : String(end + by)
}

function unknown(name: string, value: string): TermResult {
  return { problem: `"${value}" is not a value of ${name}.`, odd: value }
}
