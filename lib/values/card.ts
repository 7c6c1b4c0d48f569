export const NETWORKS = [
  'Visa',
  'MasterCard',
  'RuPay',
  'Diners Club',
  'American Express',
  'Maestro',
  'Discover',
  'JCB',
  'Unknown',
] as const
export type Network = (typeof NETWORKS)[number]

/** The storable part of a card number, and what its first digits tell about the card. */
type CardDescription = {
  last4: string
  /** The first six digits. */
  iin: string
  network: Network
  type: 'credit' | 'debit' | 'prepaid' | 'unknown'
  /** The code of the issuing bank (HDFC), or null if unknown. */
  issuer: string | null
  international: boolean
  sub_type: 'consumer' | 'business'
}

/**
 * Describes a card by its first digits; the same number always gets the same description. Ranges are public, issuers
 * are not: only those of the published test cards are known here, and nothing is guessed for the others.
 */
export function describeCard(number: string): CardDescription {
  const network = networkOf(number)
  const iin = number.slice(0, 6)
  return {
    last4: number.slice(-4),
    iin,
    network,
    type: NETWORK_TYPES[network] ?? 'unknown',
    issuer: null,
    international: false,
    sub_type: 'consumer',
    ...TEST_ISSUERS[iin],
  }
}

/** Networks whose cards are all of one type. */
const NETWORK_TYPES: Partial<Record<Network, CardDescription['type']>> = {
  'American Express': 'credit',
  'Diners Club': 'credit',
  Maestro: 'debit',
}

/** The first digits of the published test cards. The issuers are plausible, not real. */
const TEST_ISSUERS: Record<
  string,
  Partial<Pick<CardDescription, 'type' | 'issuer' | 'international' | 'sub_type'>>
> = {
  '410028': { type: 'credit', issuer: 'ICIC' },
  '550067': { type: 'credit', issuer: 'HDFC' },
  '530562': { type: 'debit', issuer: 'UTIB' },
  '652765': { type: 'debit', issuer: 'SBIN' },
  '360828': { type: 'credit', issuer: 'HDFC' },
  '555555': { type: 'credit', international: true, sub_type: 'business' },
  '510510': { type: 'prepaid', international: true },
  '401288': { type: 'credit', international: true },
}

/** The network of a complete or partial card number. */
export function networkOf(number: string): Network {
  for (const [network, from, to] of RANGES) {
    const start = number.slice(0, from.length)
    if (start.length === from.length && start >= from && start <= to) return network
  }
  return 'Unknown'
}

const PREFIXES: [Network, string[]][] = [
  ['Visa', ['4']],
  ['MasterCard', ['51-55', '2221-2720']],
  // 353 and 356 belong to both RuPay and JCB. In India such a card is a RuPay card, so RuPay comes first.
  ['RuPay', ['60', '6521', '6522', '6527', '81', '82', '508', '3530-3539', '3560-3569']],
  ['Diners Club', ['300-305', '309', '36', '38', '39']],
  ['American Express', ['34', '37']],
  ['Maestro', ['50', '56-58', '63', '67']],
  ['Discover', ['6011', '622126-622925', '644-649', '65']],
  ['JCB', ['3528-3589']],
]

/** The longest prefix wins (6011 is Discover within RuPay's 60), and the first of the list among equals. */
const RANGES: [Network, string, string][] = PREFIXES.flatMap(([network, prefixes]) =>
  prefixes.map((prefix): [Network, string, string] => {
    const [from = '', to = from] = prefix.split('-')
    return [network, from, to]
  }),
).sort(([, left], [, right]) => right.length - left.length)

/** The lengths of card numbers by network. */
function lengthsOf(network: Network): readonly number[] {
  return LENGTHS[network]
}

const LENGTHS: Record<Network, readonly number[]> = {
  Visa: [13, 16, 19],
  MasterCard: [16],
  RuPay: [16],
  'Diners Club': [14, 15, 16, 17, 18, 19],
  'American Express': [15],
  Maestro: [12, 13, 14, 15, 16, 17, 18, 19],
  Discover: [16, 17, 18, 19],
  JCB: [16, 17, 18, 19],
  Unknown: [12, 13, 14, 15, 16, 17, 18, 19],
}

/** The possible lengths of a card number with these first digits. */
export function networkLengths(number: string): readonly number[] {
  return lengthsOf(networkOf(number))
}

/** The length of the security code by network. */
export function cvvLengthOf(network: Network): 3 | 4 {
  return network === 'American Express' ? 4 : 3
}

/** Whether a text can be a card number: digits only, of the network's length, and with a correct check digit. */
export function isCardNumber(number: string): boolean {
  return /^[1-9]\d+$/.test(number) && lengthsOf(networkOf(number)).includes(number.length) && luhn(number)
}

/** Checks the last digit with the Luhn formula (ISO/IEC 7812). */
export function luhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = digit * 2
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether a card has expired at a time (Unix seconds): it is valid to the end of its month, in UTC. */
export function isExpired(card: { expiry_month: number; expiry_year: number }, now: number): boolean {
  return now * 1000 >= Date.UTC(card.expiry_year, card.expiry_month, 1)
}

/**
 * A card number in the groups that are printed on the card: 4-6-5 for American Express, 4-6-4 for Diners Club with
 * 14 digits, fours for the others. A number that is still being typed is grouped as far as it goes.
 */
export function formatCardNumber(number: string): string {
  const digits = number.replace(/\D/g, '')
  const network = networkOf(digits)
  const oblong = network === 'American Express' || (network === 'Diners Club' && digits.length <= 14)
  const groups = oblong
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? [])
  return groups.filter((group) => group !== '').join(' ')
}
