/** Random text. Separate from id.ts, so that browsers load it without zod. */

/** The digits of base62. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random base62 text without modulo bias, for secrets and the tails of ids. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += ALPHABET[byte % 62]
  }
  return text
}

/** Random bytes are generated in batches: a call for a few of them costs as much as an ID. */
function randomByte(): number {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  const byte = drawn[used] as number
  used += 1
  return byte
}
const drawn = new Uint8Array(1024)
let used = drawn.length

/** Random digits without modulo bias: for codes that are typed on a phone. */
export function randomDigits(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 250) text += byte % 10
  }
  return text
}
