import { z } from 'zod'
import { unstorableText } from './text.ts'

/** Characters that no name of an app needs: controls, and those that turn or hide what stands beside them. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u

/** Letters of alphabets that have some which look like Latin ones. */
const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/** Three and more single letters with something between them, as the word that they spell. */
function respelled(text: string): string {
  return text.replace(/(?<![\p{L}\p{M}])\p{L}(?:[^\p{L}\p{N}]+\p{L}(?![\p{L}\p{M}])){2,}/gu, (letters) =>
    letters.replace(/[^\p{L}]/gu, ''),
  )
}

/** Whether a word is written in Latin letters and in some that only look like them: no language is written so. */
function mixesAlphabets(text: string): boolean {
  const words = respelled(text).match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some((word) => /\p{Script=Latin}/u.test(word) && LOOKALIKES.test(word))
}

/** What an app calls itself. */
export const ClientName = z
  .string('The name must be a string.')
  .trim()
  .min(1, 'The name must not be empty.')
  .max(80, 'The name can be up to 80 characters.')
  .refine(
    (text) => !UNSEEN.test(text) && unstorableText(text) === null,
    'The name contains an invisible character or a text direction control.',
  )
  .refine(
    (text) => !mixesAlphabets(text),
    'The name mixes alphabets within a word, which can imitate other names.',
  )

const LONGEST_NAME = 80

/** Symbols, among them locks, ticks and shields, which can imitate the marks of a verified app. */
const SYMBOLS = /\p{So}|\p{Extended_Pictographic}|\u221A|\u20E3|\uFE0E|\uFE0F/gu

/** The name that an app claims, as it is stored and shown: without symbols, and cut to the longest name. */
export function plainClientName(text: string): string {
  const plain = text.replace(SYMBOLS, ' ').replace(/ +/g, ' ').trim()
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME - 1).trimEnd()}…`.toWellFormed() : plain
}

/**
 * The name of this product, also with digits for letters, and with something between its two parts or, where it is a word
 * of its own, between any of its letters.
 */
const OURS = new RegExp(
  `c[o0]unter[\\s._-]*f[o0][i1l|][l1i|]|(?<![\\p{L}\\p{N}])${'c [o0] u n t e r f [o0] [i1l|] [l1i|]'.replaceAll(' ', '[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`,
  'iu',
)
/** The part of a name that says what the app is used with: "(counterfoil)", "- counterfoil", "for counterfoil". */
const USED_WITH = /[([{][^)\]}]{0,80}[)\]}]|\s[-–—:|@/]\s.*$|\s(?:for|with|to|via|at|on)\s.*$/gi
/** Words that say that an app was checked. */
const TRUST_WORDS = 'official verified certified trusted आधिकारिक सत्यापित प्रमाणित'.split(' ')
/** Words of a name that claims to speak for a company. */
const SPEAKS_FOR = new Set([
  ...TRUST_WORDS,
  ...'secure security support help helpdesk service services team staff admin administrator billing account accounts system सहायता सपोर्ट'.split(
    ' ',
  ),
])
/** Words that name a part of this server, or its owner: with nothing else beside its name, they stand for the server itself. */
const PARTS = new Set(
  `the a an of by from and in my your our this new server servers mcp api apis tool tools app apps platform software
  product payment payments pay payer wallet wallets checkout order orders refund refunds bill bills invoice invoices
  dashboard console portal gateway cloud bank banking login signin sign auth oauth authorization authentication consent
  access connect connected connection sso id account live test sandbox production prod staging beta pro plus enterprise
  business web online mobile desktop ios android inc incorporated ltd limited llc llp gmbh pvt corp corporation co company
  group hq global india com net org io dev www http https local localhost selfhosted self hosted v सर्वर भुगतान`.split(
    /\s+/,
  ),
)
/** Digits that stand for letters. */
const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' }

/**
 * Whether a name pretends to be this server: it is the server's name, alone or with words that name a part of it, or it
 * claims to speak for it. Every other name that holds it ("Claude Code (counterfoil)", "counterfoil-mcp-client", "my
 * counterfoil agent") is one of the app's own, and is shown as its claim.
 */
export function pretendsToBeOurs(name: string): boolean {
  const text = comparable(name)
  if (!OURS.test(text)) return false
  if (wordsBesideOurs(text).some((word) => SPEAKS_FOR.has(word))) return true
  return wordsBesideOurs(text.replace(USED_WITH, ' ')).every(isNoName)
}

/** Whether a word can only name this server: one of its parts, or a letter with or without a number. */
function isNoName(word: string): boolean {
  return PARTS.has(word) || word.replace(/\p{N}/gu, '').length === 1
}

/** A name as it reads: without accents and ornaments, spelled-out words as words. */
function comparable(name: string): string {
  return respelled(name.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''))
}

/** The words of a name without that of this product. */
function wordsBesideOurs(text: string): string[] {
  return wordsOf(text.replace(new RegExp(OURS, 'giu'), ' '))
}

/** The words of a name in small letters; digits among letters are read as letters. */
function wordsOf(text: string): string[] {
  const parted = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return (parted.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word.toLowerCase().replace(/[01345]/g, (digit) => LETTERS[digit] ?? digit))
}

/** Whether a name contains the name of this product. */
export function namesOurs(name: string): boolean {
  return OURS.test(comparable(name))
}

/** The word of a name that claims that the app was checked; null without any. */
export function trustWordIn(name: string): string | null {
  const words = wordsOf(comparable(name))
  return TRUST_WORDS.find((word) => words.includes(word)) ?? null
}
