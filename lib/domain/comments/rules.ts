import { MAX_MENTIONED, type Mention } from '#lib/domain/comments/schema.ts'

export type Mentionable = { id: string; name: string; email: string }

/**
 * What a text mentions.
 * @property beyond the people who are named, too, but exceed the most that one comment notifies
 * @property unmatched the words after an @ that name no one, without it
 */
type Reading = { mentions: Mention[]; beyond: string[]; unmatched: string[] }

/**
 * The people whom a text names: @ and a full name, an email address, or the part of it before the @. The longest match
 * counts, whatever the case. A name that several people have names all of them; each person is found once.
 */
export function readMentions(text: string, people: readonly Mentionable[]): Reading {
  const labels = people
    .flatMap(({ id, name, email }) =>
      [name, email, email.replace(/@.*/, '')].map((label) => ({ id, label: folded(label) })),
    )
    .filter(({ label }) => label !== '')
  const lower = folded(text)
  const found: Mention[] = []
  const unmatched = new Map<string, string>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_.+-])@/gu)) {
    const from = index + 1
    const here = labels.filter(
      ({ label }) => lower.startsWith(label, from) && isEndOfName(text, from + label.length),
    )
    const length = Math.max(0, ...here.map(({ label }) => label.length))
    const people = new Set(here.filter(({ label }) => label.length === length).map(({ id }) => id))
    const word = people.size === 0 ? wordAt(text, from) : undefined
    if (word !== undefined && !unmatched.has(folded(word))) unmatched.set(folded(word), word)
    for (const user_id of people)
      if (!found.some((mention) => mention.user_id === user_id) || people.size === 1)
        found.push({ from: index, to: from + length, user_id })
  }
  const named = [...new Set(found.map(({ user_id }) => user_id))]
  const notified = new Set(named.slice(0, MAX_MENTIONED))
  return {
    mentions: found.filter(({ user_id }) => notified.has(user_id)),
    beyond: named.slice(MAX_MENTIONED),
    unmatched: [...unmatched.values()],
  }
}

/** The people whose email, name, or one of its words begins with what is typed. */
export function suggestionsFor<Person extends Mentionable>(
  typed: string,
  people: readonly Person[],
): Person[] {
  const start = folded(typed)
  return people.filter(({ name, email }) => {
    const lower = folded(name)
    return folded(email).startsWith(start) || lower.startsWith(start) || lower.includes(` ${start}`)
  })
}

/** What to write after an @ to mention one of these people alone: the name, or the email where it names others. */
export function labelOf({ name, email }: Mentionable, people: readonly Mentionable[]): string {
  const { mentions } = readMentions(`@${name} `, people)
  return mentions.length === 1 ? name : email
}

/** In lower case, character by character: each keeps its place, also the rare ones that would become longer. */
function folded(text: string): string {
  return Array.from(text, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? lower : character
  }).join('')
}

/** The word at a place, without the punctuation after it; undefined where there is none. */
function wordAt(text: string, from: number): string | undefined {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.+@'-]*[\p{L}\p{N}_])?/u.exec(text.slice(from))?.[0]
}

/** Whether a word ends there: "@asha." names Asha, "@ashas" does not. */
function isEndOfName(text: string, at: number): boolean {
  return !/^(?:[\p{L}\p{N}_]|[.@+-][\p{L}\p{N}])/u.test(text.slice(at, at + 4))
}

/** The text in pieces, each a mention or not. Overlapping mentions are drawn once. */
export function mentionPiecesOf(
  text: string,
  mentions: readonly Mention[],
): { text: string; mention: boolean }[] {
  const pieces: { text: string; mention: boolean }[] = []
  let at = 0
  for (const { from, to } of [...mentions].sort((left, right) => left.from - right.from)) {
    if (from < at) continue
    if (from > at) pieces.push({ text: text.slice(at, from), mention: false })
    pieces.push({ text: text.slice(from, to), mention: true })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), mention: false })
  return pieces
}
