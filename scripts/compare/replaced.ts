import { randomInt } from 'node:crypto'
import { testCard } from '#lib/acquirer/instruments.ts'
import { isSecretName, redactBounded } from '#lib/process/redact.ts'
import { isRecord } from '#lib/values/json.ts'
import type { Json } from './differences.ts'

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const CARD = { number: '4100280000001007', cvv: '123' }
const ACCOUNT_NUMBER = '123456789012'
const PERSON = 'Test Payer'
/** Receives nothing: the name never resolves. */
const NOWHERE = 'https://recording.invalid/'

/**
 * Replaces secrets and what names a person in requests: emails, phone numbers, UPI IDs, card and account numbers, security
 * codes, tokens, and URLs that events would be sent to. Different emails and phone numbers stay different, and are others at
 * each replay: a customer is created once.
 */
export function createReplacement() {
  const replay = randomInt(100_000)
  const emails = numbered((at) => `payer${replay}-${at}@example.com`)
  const phones = numbered((at) => `+91${9_000_000_000 + replay * 1000 + at}`)

  const byName: [RegExp, (value: string) => string][] = [
    [/email$/i, (value) => emails(value.toLowerCase())],
    [/^(contact|phone|mobile)$/i, (value) => phones(value.replace(/\D/g, '').slice(-10))],
    [/^vpa$/i, () => 'success@upi'],
    [/^number$/i, (value) => (testCard(value.replace(/\D/g, '')) ? value : CARD.number)],
    [/^cvv$/i, () => CARD.cvv],
    [/account_number$/i, () => ACCOUNT_NUMBER],
    [/^name$/i, () => PERSON],
    [/^url$/i, () => NOWHERE],
    [/^ip$/i, () => '203.0.113.7'],
  ]

  function text(name: string, value: string): string {
    const replace = byName.find(([pattern]) => pattern.test(name))?.[1]
    if (replace) return replace(value)
    if (isSecretName(name)) return 'removed-from-the-recording'
    return redactBounded(value.replace(EMAIL, (found) => emails(found.toLowerCase())))
  }

  function value(name: string, given: unknown): unknown {
    if (Array.isArray(given)) return given.map((each) => value(name, each))
    if (isRecord(given)) return object(given)
    if (typeof given === 'string') return text(name, given)
    // A card number or a code may be sent as a number.
    return typeof given === 'number' && isSecretName(name) ? text(name, String(given)) : given
  }

  function object(given: Json): Json {
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, value(name, inner)]))
  }

  return {
    value: (given: unknown) => value('', given),
    /** By the innermost name: `card[number]`. */
    pair: ([name, given]: [string, string]): [string, string] => [
      name,
      text(/([^[\]]+)\]?$/.exec(name)?.[1] ?? name, given),
    ],
  }
}

function numbered(make: (at: number) => string) {
  const known = new Map<string, string>()
  return (value: string) => {
    const existing = known.get(value)
    if (existing !== undefined) return existing
    const made = make(known.size + 1)
    known.set(value, made)
    return made
  }
}
