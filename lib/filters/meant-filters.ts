import { parseMoney } from '#lib/values/money-text.ts'
import { dayAfter, partsOf } from '#lib/values/time.ts'
import type { Reader, Term } from './filter-terms.ts'
import { type Token, tokensOf } from './filter-text.ts'
import { readSpokenPeriod, readSpokenTime } from './spoken-time.ts'

/**
 * The filters that a sentence was meant as: "over 5000 last week" is amount:>5000 created:last-week, and "amount>5000" is
 * amount:>5000. Null where a word of it is neither a filter nor one that says nothing.
 * @param terms the filters of the list
 * @param nouns what its rows are called
 */
export function meantFilters(terms: readonly Term[], nouns: string[], text: string, reader: Reader) {
  const { found, rest } = spokenFilters(terms, nouns, text, reader)
  return found.length > 0 && rest.length === 0 ? found : null
}

/** The filters in a sentence, and its words that are none: "ending 210 yesterday KS-204" leaves KS-204. */
export function spokenFilters(terms: readonly Term[], nouns: string[], text: string, reader: Reader) {
  const found: Token[] = []
  const place = { terms, reader, found }
  const ended = withoutEndings(place, withoutComparisons(place, spelled(text)))
  const words = withoutTimes(place, withoutAmounts(place, ended)).split(' ').filter(Boolean)
  const says = (word: string) => !SAYS_NOTHING.test(word) && !nouns.includes(word.toLowerCase())
  return { found, rest: withoutOwnAmount(place, words.filter(says)) }
}

/**
 * One number beside a name or an email is an amount: "2500 ravi". Alone it may also be the end of a card or a reference,
 * and two may be a phone number.
 */
function withoutOwnAmount(place: Place, words: string[]): string[] {
  const isAmount = (word: string) => /^\d[\d,]{0,11}(?:\.\d{1,2})?$/.test(word)
  const [own, ...more] = words.filter(isAmount)
  const rest = words.filter((word) => !isAmount(word))
  const named =
    rest.length > 0 && rest.every((word) => /^\p{L}[\p{L}'.-]+$/u.test(word) || word.includes('@'))
  if (own === undefined || more.length > 0 || !named || !isKnown(place, 'amount')) return words
  if (place.found.some(({ name }) => name === 'amount')) return words
  if (parseMoney(own, place.reader.currency) === null) return words
  place.found.push({ name: 'amount', value: withoutSymbol(own), negated: false })
  return rest
}

type Place = { terms: readonly Term[]; reader: Reader; found: Token[] }

const SAYS_NOTHING =
  /^(?:an?|the|all|any|of|in|on|at|for|with|and|is|are|was|were|that|which|who|only|show|list|find|get|please|created|made|amounts?|worth|value|rupees|inr|rs\.?)$/i

/** With one space between words, and none between a comparison and what it compares. */
function spelled(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replace(/ ?(>=|<=|>|<|==?) ?/g, '$1')
    .trim()
}

function isKnown({ terms }: Place, name: string): boolean {
  return terms.some((term) => term.name === name || term.also?.includes(name))
}

/** "amount>5000", "created>2026-11-20", "status=failed". */
function withoutComparisons(place: Place, text: string): string {
  return text.replace(
    /(?<=^| )([a-z_0-9]+)(>=|<=|>|<|==?)([^\s<>=]+)/gi,
    (whole, name: string, sign, value) => {
      if (!isKnown(place, name.toLowerCase())) return whole
      const [token] = tokensOf(
        `${name.toLowerCase()}:${sign.startsWith('=') ? '' : sign}${withoutSymbol(value)}`,
      )
      if (token) place.found.push(token)
      return token ? ' ' : whole
    },
  )
}

/** "ending 210", "that end in 3210", "ends with 210". */
function withoutEndings(place: Place, text: string): string {
  if (!isKnown(place, 'ending')) return text
  return text.replace(/(?<=^| )end(?:s|ing)? (?:(?:in|with) )?(\d+)(?=$| )/gi, (_, value: string) => {
    place.found.push({ name: 'ending', value, negated: false })
    return ' '
  })
}

const UNITS =
  'days?|d|weeks?|months?|years?|hours?|h|minutes?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/** An amount that is not the beginning of a time. */
const AMOUNT = `((?:₹|\\$|rs\\.? ?|inr ?)?\\d[\\d,]*(?:\\.\\d+)?)(?=$| (?!\\d|(?:${UNITS})))`
const BETWEEN = new RegExp(`(?<=^| )(?:between|from) ${AMOUNT} (?:and|to) ${AMOUNT}`, 'gi')
const COMPARED = new RegExp(
  '(?<=^| )(?:(over|above|more than|greater than|bigger than|larger than|exceeding|>)|' +
    '(at least|from|minimum|min|>=)|(under|below|less than|smaller than|<)|(up to|at most|maximum|max|<=)|' +
    `(exactly|equal to|of|for|=)) ?${AMOUNT}`,
  'gi',
)
const WITH_SYMBOL = new RegExp(`(?<=^| )(?=₹|\\$|rs|inr)${AMOUNT}`, 'gi')
const SIGNS = ['>', '>=', '<', '<=', '']

/** "over ₹5,000", "between 500 and 900", "₹5000". */
function withoutAmounts(place: Place, text: string): string {
  if (!isKnown(place, 'amount')) return text
  const { currency } = place.reader
  const take = (whole: string, sign: string, ...amounts: string[]) => {
    if (amounts.some((amount) => parseMoney(amount.replace(/inr/i, ''), currency) === null)) return whole
    place.found.push({
      name: 'amount',
      value: sign + amounts.map(withoutSymbol).join('..'),
      negated: false,
    })
    return ' '
  }
  return text
    .replace(BETWEEN, (whole, low: string, high: string) => take(whole, '', low, high))
    .replace(COMPARED, (whole, ...groups) =>
      take(whole, SIGNS[groups.slice(0, 5).findIndex((group) => group !== undefined)] ?? '', groups[5]),
    )
    .replace(WITH_SYMBOL, (whole, amount: string) => take(whole, '', amount))
}

function withoutSymbol(value: string): string {
  return /^(?:₹|\$|rs|inr)|^\d[\d,]*(?:\.\d+)?$/i.test(value)
    ? value.replace(/^(?:₹|\$|rs\.? ?|inr ?)|,/gi, '')
    : value
}

/** A sentence has no longer time than "from 1 november 2026 to 25 november 2026". */
const MOST_WORDS = 8

/** "last 7 days", "since 1 Nov 2026", "between 2026-11-01 and 2026-11-25". */
function withoutTimes(place: Place, text: string): string {
  if (!isKnown(place, 'created')) return text
  const words = text.split(' ').filter(Boolean)
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const length = timeAt(place, words, at)
    if (length === 0) rest.push(words[at] ?? '')
    at += Math.max(1, length)
  }
  return rest.join(' ')
}

/** How many words from a place on are a time: the most that can be read as one. */
function timeAt({ reader, found }: Place, words: string[], at: number): number {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length -= 1) {
    const phrase = words
      .slice(at, at + length)
      .join(' ')
      .toLowerCase()
    // People have the names of months.
    const value = /^(?:april|june|august)$/.test(phrase) ? null : timeValue(phrase, reader)
    if (value === null) continue
    found.push({ name: 'created', value, negated: false })
    return length
  }
  return 0
}

const BOUND_WORDS: Record<string, string> = {
  after: '>',
  since: '>=',
  from: '>=',
  before: '<',
  until: '<=',
  till: '<=',
  by: '<=',
  on: '',
  in: '',
  during: '',
  for: '',
  within: '',
}

/** The value of created for a phrase; null for one that is no time. */
function timeValue(phrase: string, reader: Reader): string | null {
  const [, first = '', last = ''] =
    /^(?:between |from )?(.+?)(?: (?:and|to|until) |\.\.)(.+)$/.exec(phrase) ?? []
  const [low, high] = [writtenTime(first, reader), writtenTime(last, reader)]
  if (low !== null && high !== null)
    return readSpokenPeriod(`${first} to ${last}`, reader.zone, reader.now) && `${low}..${high}`
  const [, word = '', sign = '', rest = phrase] =
    /^(?:(after|since|from|before|until|till|by|on|in|during|for|within) |(>=|<=|>|<))?(.+)$/.exec(phrase) ??
    []
  const value = writtenTime(rest, reader)
  return value === null ? null : `${BOUND_WORDS[word] ?? sign}${value}`
}

/** A time as it can be written without spaces. A number alone can be an amount or a reference. */
function writtenTime(text: string, { zone, now }: Reader): string | null {
  if (/^(?:\d*|may|march|mar|sun|sat|mon|now|(?:since|from|until|till|by) .*)$/.test(text)) return null
  const written = text.replace(/^the (?=last|past|previous|next)/, '').replace(/[ ,]+/g, '-')
  const [from, to] = (['start', 'end'] as const).map((edge) => {
    const at = readSpokenTime(text, zone, now, edge)
    return at === readSpokenTime(written, zone, now, edge) ? at : null
  })
  if (typeof from !== 'number' || typeof to !== 'number') return null
  const isDate = /\d/.test(written) && !/last|past|next|ago|now|hour|day|week|month|year/.test(written)
  return isDate && dayAfter(from, 1, zone) === to + 1 ? dateIn(zone, from) : written
}

function dateIn(zone: string, at: number): string {
  const { year, month, day } = partsOf(zone, at)
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}
