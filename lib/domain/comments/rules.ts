import type { Mention } from '#lib/domain/comments/schema.ts'

/** The most people that one comment notifies. */
const MAX_MENTIONED = 10

type Member = { id: string; name: string; email: string }

/**
 * The people whom a text names: @ and a full name, an email address, or the part of it before the @. The longest match
 * counts, whatever the case. A name that several people have names all of them; each person is found once.
 */
export function mentionsIn(text: string, members: readonly Member[]): Mention[] {
  const labels = members
    .flatMap(({ id, name, email }) =>
      [name, email, email.split('@')[0] ?? ''].map((label) => ({ id, label: label.toLowerCase() })),
    )
    .filter(({ label }) => label !== '')
  const lower = text.toLowerCase()
  // Lower case can change the length of rare letters, and then places would not be those of the text.
  if (lower.length !== text.length) return []
  const found: Mention[] = []
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_.+-])@/gu)) {
    const from = index + 1
    const here = labels.filter(
      ({ label }) => lower.startsWith(label, from) && endsAt(text, from + label.length),
    )
    const length = Math.max(0, ...here.map(({ label }) => label.length))
    const people = new Set(here.filter(({ label }) => label.length === length).map(({ id }) => id))
    for (const user_id of people)
      if (!found.some((mention) => mention.user_id === user_id) || people.size === 1)
        found.push({ from: index, to: from + length, user_id })
  }
  const named = [...new Set(found.map(({ user_id }) => user_id))].slice(0, MAX_MENTIONED)
  return found.filter(({ user_id }) => named.includes(user_id))
}

/** Whether a word ends there: "@asha." names Asha, "@ashas" does not. */
function endsAt(text: string, at: number): boolean {
  return !/^(?:[\p{L}\p{N}_]|[.@+-][\p{L}\p{N}])/u.test(text.slice(at, at + 4))
}

/** The text in pieces, each a mention or not. Overlapping mentions are drawn once. */
export function piecesOf(text: string, mentions: readonly Mention[]): { text: string; mention: boolean }[] {
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
