import {
  all,
  among,
  anyOf,
  bankReference,
  type Condition,
  equal,
  equalInAnyCase,
  prefix,
  prefixInAnyCase,
} from '#lib/database/conditions.ts'
import { endOfPhone, reversed, withContact, withContactEnd } from '#lib/domain/payments/contact-conditions.ts'
import type { FoundKind } from '#lib/domain/search/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { phoneCandidates } from '#lib/values/phone.ts'

/*
 * How records are found by what a person typed: one reading of the text, and the lookups of each kind of record. The
 * palette, the search boxes of the lists and the search of tools all find by these.
 */

/** A condition that an index serves; `newest` where the index has its rows in the order of time. */
export type Lookup = { condition: Condition; newest?: true }

/** What a text may mean. Null and empty where it cannot be that. */
export type Typed = {
  text: string
  /** An ID or its beginning. */
  id: { prefix: string; complete: boolean } | null
  /** An email or its beginning, in lower case. */
  email: string | null
  /** The forms in which a phone number may be stored. */
  contacts: string[]
  /** The last digits of a phone number. */
  contactEnd: string | null
  /** The last digits of a card, as they may begin: of three digits the one before them is not known. */
  last4: string[]
  amount: number | null
  /** What a bank names a movement of money by: RRN, ARN, UTR or the code of an authorization. */
  bankReference: string | null
  /** A receipt or the number of a bill, or its beginning. */
  number: { text: string; complete: boolean } | null
  /** The beginning of a name, in lower case. */
  name: string | null
}

const PREFIXES: Record<FoundKind, string> = {
  payment: 'pay',
  customer: 'cust',
  order: 'order',
  refund: 'rfnd',
  bill: 'bill',
  transfer: 'trf',
  payout: 'pout',
  settlement: 'setl',
  document: 'doc',
  approval: 'apr',
  event: 'evt',
  webhook: 'whk',
  request: 'req',
}
const KNOWN_PREFIXES = new Set(Object.values(PREFIXES))

/** The columns of a list by which the ID of another record finds what belongs to it. */
const RELATED: Partial<Record<FoundKind, Record<string, string>>> = {
  payment: { order: 'order_id', cust: 'customer_id' },
}

/** What is typed into a search box: one thing, of which the whole text is the name. */
export function readTyped(typed: string, { country, currency }: Context['account']): Typed {
  const text = typed.trim()
  const isEmail = text.includes('@')
  const isPhone = /^\+?\d[\d ()-]{6,18}$/.test(text)
  // One with two letters may be the beginning of most.
  const mayBeginEmail = isEmail || /^[a-z][a-z.+-]{2,}/i.test(text)
  const amount = parseMoney(text.replace(/^(₹|INR|Rs\.?)\s*/i, ''), currency)
  return {
    text,
    id: idIn(text),
    email: mayBeginEmail ? text.toLowerCase() : null,
    contacts: isPhone ? phoneCandidates(text, country) : [],
    contactEnd: endOfPhone(text) === null ? null : text,
    last4: cardSuffixes(text),
    amount: amount !== null && amount > 0 ? amount : null,
    bankReference: referenceIn(text, isEmail),
    number: isEmail ? null : { text, complete: false },
    name: isEmail ? null : text.toLowerCase(),
  }
}

/**
 * What stands in the middle of a sentence: only what cannot be an ordinary word or number, which amounts, last digits
 * and names could be.
 */
export function readMentioned(word: string, account: Context['account']): Typed {
  const typed = readTyped(word, account)
  const hasDigit = /\d/.test(word)
  return {
    ...typed,
    email: word.includes('@') ? typed.email : null,
    contactEnd: null,
    last4: [],
    amount: null,
    number: hasDigit && typed.number ? { ...typed.number, complete: true } : null,
    name: null,
  }
}

/** The lookups of a kind of record for a text; none where the text cannot mean such a record. */
export function lookupsOf(kind: FoundKind, typed: Typed, context: Context): Lookup[] {
  if (typed.id === null) return LOOKUPS[kind](typed, context)
  if (typed.id.prefix !== PREFIXES[kind]) return []
  return each(typed.id.complete ? equal('id', typed.text) : prefix('id', typed.text))
}

/** The condition of the search box of a list. */
export function searchedIn(kind: FoundKind, text: string, context: Context): Condition[] {
  const typed = readTyped(text, context.account)
  const related = typed.id && RELATED[kind]?.[typed.id.prefix]
  if (related) return equal(related, typed.text)
  const conditions = lookupsOf(kind, typed, context).map(({ condition }) => condition)
  return conditions.length === 0 ? [{ sql: 'false', values: [] }] : anyOf(conditions)
}

/** Payments of the orders with a receipt. */
export function ofReceipt(receipt: string, { account }: Context): Condition {
  return {
    // As an array, so that the orders are looked up first; in the collation of the index by order.
    sql: 'order_id = ANY (ARRAY(SELECT orders.id COLLATE "default" FROM orders WHERE orders.account_id = ? AND lower(orders.receipt) = lower(?)))',
    values: [account.id, receipt],
  }
}

/** Payments whose phone number, card or bank reference ends with these digits. */
export function withEnding(digits: string): Condition[] {
  return anyOf([
    ...withContactEnd(digits),
    ...among('last4', cardSuffixes(digits)),
    all([...prefix(REFERENCE_END, reversed(digits)), { sql: "acquirer_data <> '{}'", values: [] }]),
  ])
}

/** The expression of its index. */
const REFERENCE_END = "reverse(coalesce(acquirer_data ->> 'rrn', acquirer_data ->> 'utr'))"

/** So many customers with a name are looked up. */
const NAMESAKES = 50

/** Payments of the customers whose name begins with a word of three letters or more. */
function ofCustomersNamed(name: string, { account }: Context): Condition[] {
  if (!/^\p{L}{3}/u.test(name)) return []
  const [named] = prefix('search_name', name)
  return named
    ? [
        {
          // As an array, so that the customers are looked up first; in the collation of the index by customer.
          sql: `customer_id = ANY (ARRAY(SELECT customers.id COLLATE "default" FROM customers WHERE customers.account_id = ? AND customers.${named.sql} LIMIT ${NAMESAKES}))`,
          values: [account.id, ...named.values],
        },
      ]
    : []
}

/** Records whose bank names them so. */
export function withBankReference(reference: string | null): Condition[] {
  return reference === null ? [] : bankReference(['rrn', 'arn', 'auth_code', 'utr'], reference)
}

function idIn(text: string): Typed['id'] {
  const [, named, rest = ''] = /^([a-z]+)_([0-9A-Za-z]{2,14})$/.exec(text) ?? []
  if (named === undefined || !KNOWN_PREFIXES.has(named)) return null
  return { prefix: named, complete: rest.length === 14 }
}

/** It has a digit, and those of digits alone are typed in groups, too. */
function referenceIn(text: string, isEmail: boolean): string | null {
  if (isEmail || text.length < 5 || !/\d/.test(text)) return null
  return /^[\d\s-]+$/.test(text) ? text.replace(/\D/g, '') : text
}

/** The last four digits of the cards whose number ends so. */
function cardSuffixes(text: string): string[] {
  if (/^\d{3}$/.test(text)) return [...'0123456789'].map((digit) => digit + text)
  return /^\d{4}$/.test(text) ? [text] : []
}

const none = () => []

const LOOKUPS: Record<FoundKind, (typed: Typed, context: Context) => Lookup[]> = {
  payment: (typed, context) => [
    ...each(typed.email === null ? [] : prefix('lower(email)', typed.email)),
    ...each(typed.contacts.length === 0 ? [] : withContact(...typed.contacts)),
    ...withCardSuffix(typed.last4),
    ...byAmount(typed),
    ...each(withBankReference(typed.bankReference)),
    ...each(typed.number === null ? [] : [ofReceipt(typed.number.text, context)]),
    ...each(typed.name === null ? [] : ofCustomersNamed(typed.name, context)),
    ...each(typed.contactEnd === null ? [] : withContactEnd(typed.contactEnd)),
  ],
  customer: ({ text, contacts, contactEnd, name }) => [
    ...each(contacts.length === 0 ? [] : among('contact', contacts)),
    ...each(contactEnd === null ? [] : prefix('reverse(contact)', endOfPhone(contactEnd) ?? undefined)),
    ...each(name === null ? [] : prefix('search_name', name)),
    ...each(prefix('identity', text.toLowerCase())),
  ],
  order: (typed) => [...byNumber('receipt', typed), ...byAmount(typed)],
  refund: (typed) => [...each(withBankReference(typed.bankReference)), ...byAmount(typed)],
  bill: (typed) => [
    ...each(typed.text.includes('@') ? equal('email', typed.text.toLowerCase()) : []),
    ...byNumber('receipt_number', typed),
    ...each(typed.name === null ? [] : equal('store_code', typed.text)),
    ...each(typed.contacts.length === 0 ? [] : among('contact', typed.contacts)),
  ],
  transfer: none,
  payout: ({ bankReference: utr, number }) => [
    ...each(utr === null ? [] : equal('utr', utr)),
    ...each(number === null ? [] : equal('reference_id', number.text)),
  ],
  // One a day: the few rows of an account are read.
  settlement: ({ bankReference: utr }) => each(utr === null ? [] : equalInAnyCase('utr', utr)),
  document: ({ name, text }) => each(name === null ? [] : prefix('name', text)),
  approval: none,
  event: none,
  webhook: none,
  request: ({ text, name }) => newest(name === null ? [] : equal('client_request_id', text)),
}

function withCardSuffix(suffixes: string[]): Lookup[] {
  const [only] = suffixes
  return suffixes.length === 1 ? newest(equal('last4', only)) : each(among('last4', suffixes))
}

function byAmount({ amount }: Typed): Lookup[] {
  return newest(amount === null ? [] : equal('amount', amount))
}

function byNumber(column: string, { number }: Typed): Lookup[] {
  if (number === null) return []
  return each(number.complete ? equalInAnyCase(column, number.text) : prefixInAnyCase(column, number.text))
}

function each(conditions: Condition[]): Lookup[] {
  return conditions.map((condition) => ({ condition }))
}

function newest(conditions: Condition[]): Lookup[] {
  return conditions.map((condition) => ({ condition, newest: true }))
}
