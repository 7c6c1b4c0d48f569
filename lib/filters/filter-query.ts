import type { Params, Reader, Term } from './filter-terms.ts'
import { nearest, type Token, tokensOf, tokenText } from './filter-text.ts'
import type { ListParam } from './list-params.ts'
import { meantFilters, spokenFilters } from './meant-filters.ts'

/** A list that is filtered by a text: its filters, and the noun of its rows for errors. */
export type Filtered = {
  noun: string
  nouns?: string
  filters: readonly ListParam[]
  /** Sentences are not read as filters. Models get an error instead, which says how the filters are written. */
  strict?: true
}

/** The names and values that a text of filters can have, from the filters that the list declares. */
export function termsOf({ filters }: Pick<Filtered, 'filters'>): Term[] {
  return filters.flatMap(({ term }) => term ?? [])
}

/** The search param of words without a name, if the list has one. */
const WORDS = 'q'

/** The filters whose values are understood without a name: "failed" is status:failed. */
const OBVIOUS: readonly string[] = ['status', 'method']

/**
 * Reads a text of filters, such as `status:captured amount:>5000 -method:wallet`, into search params.
 * @returns a sentence for each part that is not understood, which says what is
 */
export function queryFromText(list: Filtered, text: string, reader: Reader) {
  const terms = termsOf(list)
  const problems: string[] = []
  const query: Params = {}
  const named = withNames(list, terms, tokensOf(text), reader)
  const tokens = list.strict ? named : withSentence(list, terms, named, reader)
  for (const token of tokens.filter(({ name }) => name !== null)) {
    const read = readToken(list, terms, token, reader)
    if ('problem' in read) problems.push(read.problem)
    else if (joins(read.query, query)) Object.assign(query, read.query)
    else
      problems.push(
        `${termNamed(terms, token.name)?.name} is given twice. Join its values with a comma, or remove one.`,
      )
  }
  const words = tokens.flatMap(({ name, value }) => (name === null && value !== '' ? value : []))
  if (words.length > 0 && !takesWords(list))
    problems.push(noWords(list, words, meantText(list, words.join(' '), query, reader)))
  if (words.length > 0) query[WORDS] = words.join(' ')
  return { query: problems.length > 0 ? {} : query, problems }
}

/**
 * The parts with the names that are obvious: "failed upi" is status:failed method:upi, and "captured failed payments"
 * status:captured,failed. What is quoted is a text to search for.
 */
function withNames(list: Filtered, terms: Term[], tokens: Token[], reader: Reader): Token[] {
  const named = new Map<string, Token>()
  const rest: Token[] = []
  for (const token of tokens) {
    const obvious = obviousName(terms, token, reader)
    if (!obvious) rest.push(token)
    else {
      const key = `${obvious.negated ? '-' : ''}${obvious.name}`
      const earlier = named.get(key)
      named.set(key, { ...obvious, value: earlier ? `${earlier.value},${obvious.value}` : obvious.value })
    }
  }
  if (named.size === 0) return tokens
  const isNoun = ({ name, value }: Token) => name === null && nounsOf(list).includes(value.toLowerCase())
  return [...named.values(), ...rest.filter((token) => !isNoun(token))]
}

/** The words that no filter has as a sentence: "ending 210 since yesterday" is ending:210 created:>=yesterday. */
function withSentence(list: Filtered, terms: Term[], tokens: Token[], reader: Reader): Token[] {
  const spoken = tokens.filter(({ name, quoted }) => name === null && !quoted)
  const others = tokens.filter((token) => !spoken.includes(token))
  const text = spoken.map(({ value }) => value).join(' ')
  const { found, rest } = spokenFilters(terms, nounsOf(list), text, reader)
  if (found.length === 0) return tokens
  return [...others, ...found, ...rest.map((value) => ({ name: null, value, negated: false }))]
}

/** A word as the filter that has it as a value; a minus sign excludes it. */
function obviousName(terms: Term[], { name, value, quoted }: Token, reader: Reader): Token | null {
  if (name !== null || quoted) return null
  const [, minus, word = ''] = /^(-?)(.*)$/s.exec(value) ?? []
  for (const term of terms.filter((one) => OBVIOUS.includes(one.name))) {
    const known = term.values?.(reader).find((one) => one.toLowerCase() === word.toLowerCase())
    if (known !== undefined) return { name: term.name, value: known, negated: minus === '-' }
  }
  return null
}

/** Whether a part adds to what is read: two bounds of a range do, a second value of a filter does not. */
function joins(part: Params, query: Params): boolean {
  const isTime = (of: Params) => 'from' in of || 'to' in of
  if (('period' in part && isTime(query)) || ('period' in query && isTime(part))) return false
  return !Object.keys(part).some((param) => param in query)
}

/** The text of the filters that are set, in the order in which the list declares them. */
export function textFromQuery(list: Filtered, query: Params, reader: Reader): string {
  const tokens = termsOf(list)
    .filter(({ name }) => name !== WORDS)
    .flatMap((term) => term.write(query, reader))
  const words = takesWords(list) ? (query[WORDS] ?? '') : ''
  return [...tokens.map(tokenText), wordsText(list, words, reader)].filter(Boolean).join(' ')
}

function takesWords(list: Filtered): boolean {
  return list.filters.some(({ names }) => names.includes(WORDS))
}

/** Single words as they are; as one quoted text where they would be read as something else. */
function wordsText(list: Filtered, words: string, reader: Reader): string {
  if (words === '') return ''
  const terms = termsOf(list)
  const isSentence = spokenFilters(terms, nounsOf(list), words, reader).found.length > 0
  const single = words.split(' ')
  const plain = single.every((word) => {
    const [token, more] = tokensOf(word)
    if (token?.name !== null || token.value !== word || more !== undefined || word.includes('"')) return false
    return obviousName(terms, token, reader) === null
  })
  return plain && !isSentence ? words : `"${words.replace(/["\\]/g, '\\$&')}"`
}

/** The filter of a name, or of another name for it. */
function termNamed(terms: readonly Term[], name: string | null): Term | undefined {
  const named = terms.filter((term) => term.name !== WORDS)
  return named.find((term) => term.name === name) ?? named.find(({ also }) => name && also?.includes(name))
}

function readToken(list: Filtered, terms: Term[], token: Token, reader: Reader): ReturnType<Term['read']> {
  const { name } = token
  const term = termNamed(terms, name)
  if (!term) return { problem: unknownName(list, terms, String(name)) }
  const values = term.values?.(reader) ?? []
  const value = inTheirCase(token.value, values)
  if (value === '') return { problem: `${name} needs a value${values.length > 0 ? `: ${few(values)}` : ''}.` }
  const read = term.read({ ...token, value }, reader)
  if (!('problem' in read) || read.odd === undefined || values.length === 0) return read
  const near = nearest(read.odd, values)
  const help = near === null ? `Use ${few(values)}.` : `Did you mean ${name}:${near}?`
  // The sentence may name the values already.
  return {
    problem:
      near === null && read.problem.includes(values[0] ?? '') ? read.problem : `${read.problem} ${help}`,
  }
}

/** "Captured,FAILED" with the values as they are written: captured,failed. */
function inTheirCase(value: string, values: readonly string[]): string {
  const written = new Map(values.map((one) => [one.toLowerCase(), one]))
  return value
    .split(',')
    .map((one) => written.get(one.toLowerCase()) ?? one)
    .join(',')
}

/**
 * That words are none of the texts that a list is searched by, and what was meant, or what else it can be filtered by.
 * @param texts what the list is searched by: "email or reference"
 */
export function unknownWords(list: Filtered, texts: string, words: string, meant: string | null): string {
  return `No ${list.noun} has the ${texts} "${words.slice(0, 60)}", and other words are not searched. ${meantOr(list, meant)}`
}

/** The text of filters that words were meant as, with the filters beside them; null where it is not clear. */
export function meantText(list: Filtered, words: string, beside: Params, reader: Reader): string | null {
  const terms = termsOf(list)
  const { [WORDS]: _, ...query } = beside
  for (const token of meantFilters(terms, nounsOf(list), words, reader) ?? []) {
    const read = readToken(list, terms, token, reader)
    if ('problem' in read || !joins(read.query, query)) return null
    Object.assign(query, read.query)
  }
  return Object.keys(query).length > Object.keys(beside).filter((name) => name !== WORDS).length
    ? textFromQuery(list, query, reader)
    : null
}

function meantOr(list: Filtered, meant: string | null): string {
  const names = termsOf(list).map(({ name }) => name)
  return meant === null
    ? `Filters: ${names.filter((one) => one !== WORDS).join(', ')}.`
    : `Did you mean ${meant}?`
}

function nounsOf({ noun, nouns = `${noun}s` }: Filtered): string[] {
  return [noun, nouns].map((one) => one.toLowerCase())
}

function unknownName({ noun, nouns = `${noun}s` }: Filtered, terms: Term[], name: string): string {
  const names = terms.map((term) => term.name).filter((one) => one !== WORDS)
  const near = nearest(name, [...names, ...terms.flatMap(({ also = [] }) => also)])
  const help = near === null ? `Filters: ${names.join(', ')}.` : `Did you mean ${near}?`
  return `"${name}" is not a filter of ${nouns}. ${help}`
}

function noWords(list: Filtered, words: string[], meant: string | null): string {
  const { noun, nouns = `${noun}s` } = list
  return `"${words.join(' ')}" has no filter, and ${nouns} have no search by words. ${meantOr(list, meant)}`
}

const SHOWN = 12

function few(values: readonly string[]): string {
  return values.slice(0, SHOWN).join(', ') + (values.length > SHOWN ? ' …' : '')
}
