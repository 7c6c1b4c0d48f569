import type { DocField } from './fields.ts'
import type { Described, Reference } from './read.ts'

export type FoundPage = { href: string; title: string; text: string }
type Found = { href: string; title: string; what: string; words: string }

/** What is found for words in the reference, the errors and the guides: every word must stand in it, titles count first. */
export function searchDocs(
  query: string,
  reference: Reference,
  pages: FoundPage[],
  reasons: FoundPage[],
): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0) return []
  const operations = reference.resources.flatMap(({ operations: all }) => all)
  const candidates = [
    ...operations.map((each) => ({ ...found(each), what: 'Reference' })),
    ...pages.map(({ href, title, text }) => ({ href, title, words: text, what: 'Guide' })),
    ...reasons.map(({ href, title, text }) => ({ href, title, words: text, what: 'Error' })),
    ...reference.events.map(({ name, summary }) => ({
      href: `/docs/events#${name}`,
      title: name,
      words: summary,
      what: 'Event',
    })),
  ]
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, 50)
    .map(({ candidate: { href, title, what, words: text } }) => ({
      href,
      title,
      what,
      words: excerpt(text, words),
    }))
}

function found(operation: Described) {
  const names = [...operation.parameters, ...(operation.body?.fields ?? [])].flatMap(namesOf)
  return {
    href: `/docs/reference/${operation.resource}/${operation.id}`,
    title: operation.title,
    words: `${operation.method} ${operation.path} · ${operation.summary}`,
    names: names.join(' '),
  }
}

function namesOf({ name, fields }: DocField): string[] {
  return [name, ...fields.flatMap(namesOf)]
}

type Candidate = { title: string; words: string; names?: string }

/** @param names are searched, too, and not shown */
function scoreOf({ title, words: text, names = '' }: Candidate, words: string[]): number {
  const [head, body] = [title.toLowerCase(), `${text} ${names}`.toLowerCase()]
  const scores = words.map((word) => (head.includes(word) ? 3 : body.includes(word) ? 1 : 0))
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

/** The words around the first that was found. */
function excerpt(text: string, words: string[]): string {
  const at = words.map((word) => text.toLowerCase().indexOf(word)).find((index) => index >= 0) ?? 0
  const start = at < 80 ? 0 : at - 60
  const piece = text.slice(start, start + 160).trim()
  return `${start > 0 ? '…' : ''}${piece}${start + 160 < text.length ? '…' : ''}`
}
