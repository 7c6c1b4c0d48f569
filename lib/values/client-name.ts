import { z } from 'zod'
import { unstorableText } from './text.ts'

/** Characters that no name of an app needs: controls, and those that turn or hide what stands beside them. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u

/** Letters of alphabets that have some which look like Latin ones. */
const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/** Whether a word is written in Latin letters and in some that only look like them: no language is written so. */
function mixesAlphabets(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
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

/** The longest name of an app. */
const LONGEST_NAME = 80

/** Symbols, among them locks, ticks and shields, which can imitate the marks of a verified app. */
const SYMBOLS = /\p{So}|\p{Extended_Pictographic}|\u221A|\u20E3|\uFE0E|\uFE0F/gu

/** The name that an app claims, as it is stored and shown: without symbols, and cut to the longest name. */
export function plainClientName(text: string): string {
  const plain = text.replace(SYMBOLS, ' ').replace(/ +/g, ' ').trim()
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME - 1).trimEnd()}…`.toWellFormed() : plain
}

/** The name of this product, also with digits for letters and something in between. */
const OURS = /c[o0]unter[\s._-]*f[o0][i1l|][l1i|]/i
/** The part of a name that says what the app is used with: "(counterfoil)", "- counterfoil", "for counterfoil". */
const USED_WITH = /[([{][^)\]}]{0,80}[)\]}]|\s[-–—:|@/]\s.*$|\s(?:for|with|to|via|at|on)\s.*$/gi
/** Words of a name that claims to speak for a company. */
const SPEAKS_FOR =
  /\b(official|verified|certified|trusted|secure|security|support|help|helpdesk|service|team|staff|admin|administrator|billing|account|system)\b/i

/**
 * Whether a name pretends to be this server. An app may name itself after the server that it is used with, as in "Claude
 * Code (counterfoil)", as long as it has a name of its own beside that.
 */
export function pretendsToBeOurs(name: string): boolean {
  const text = name.normalize('NFKC')
  if (!OURS.test(text)) return false
  const own = text.replace(USED_WITH, ' ')
  return OURS.test(own) || !/\p{L}/u.test(own) || SPEAKS_FOR.test(text)
}

/** Whether a name contains the name of this product. */
export function namesOurs(name: string): boolean {
  return OURS.test(name.normalize('NFKC'))
}
