/** A part of a text of filters: `status:captured`, `-method:wallet`, or a word without a name. */
export type Token = {
  name: string | null
  value: string
  negated: boolean
  /** A text without a name in quotes, which is searched for as it is. */
  quoted?: true
}

const TOKEN = /(-?)(?:([a-z][a-z0-9_]*):)?(?:"((?:[^"\\]|\\.)*)"|(\S+))/giy

/** Splits a text of filters at its spaces. A value with spaces is quoted, and \" is a quote in it. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    // Only a minus sign alone is none of these.
    const [whole = '-', minus = '', name, quoted, plain = ''] = found ?? []
    const token = tokenOf(minus, name, quoted?.replace(/\\(.)/g, '$1') ?? plain, found === null)
    tokens.push(token.name === null && quoted !== undefined ? { ...token, quoted: true } : token)
    at += whole.length
  }
  return tokens
}

function tokenOf(minus: string, name: string | undefined, value: string, isMinus: boolean): Token {
  if (isMinus) return { name: null, value: '-', negated: false }
  if (name !== undefined) return { name: name.toLowerCase(), value, negated: minus !== '' }
  // A name that its value has yet to follow.
  const [, bare] = /^([a-z][a-z0-9_]*):$/i.exec(value) ?? []
  if (bare !== undefined) return { name: bare.toLowerCase(), value: '', negated: minus !== '' }
  return { name: null, value: minus + value, negated: false }
}

/** A token as text, quoted where it must be. */
export function tokenText({ name, value, negated }: Token): string {
  const plain = /^[^\s"\\]+$/.test(value) && (name !== null || !/^-?[a-z][a-z0-9_]*:/i.test(value))
  const written = plain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
  return `${negated ? '-' : ''}${name === null ? '' : `${name}:`}${written}`
}

/** The one of some words that is most like another, if it is like it at all. */
export function nearest(word: string, words: readonly string[]): string | null {
  const ranked = words
    .map((one) => ({ one, distance: distanceOf(word.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.one : null
}

/** How many letters must be added, left out or changed. Words are short, but what is typed may not be. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[b.length] ?? 0
}
