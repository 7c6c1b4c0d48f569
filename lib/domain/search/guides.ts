import { type DocPage, docPages } from '#lib/api-docs/doc-pages.ts'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'

/** How the IDs of guides for apps begin, and those of the other pages of the documentation. */
export const GUIDE = 'guide:'
export const GUIDES_PAGE = 'docs:'

/** A page of the documentation that search finds. @property path of its URL */
type FoundPage = { id: string; title: string; summary: string; text: string; path: string }

/** Every page, those for apps first. */
function pages(): FoundPage[] {
  const guides = TOOL_GUIDES.map(({ name, ...guide }) => ({
    ...guide,
    id: `${GUIDE}${name}`,
    path: `/docs/guides/apps/${name}`,
  }))
  const others = docPages().map(({ path, ...page }) => ({
    ...page,
    id: `${GUIDES_PAGE}${path}`,
    path: `/docs/${path}`,
  }))
  return [...guides, ...others]
}

/** The page of an ID, or null. */
export function pageWithId(id: string): FoundPage | null {
  return pages().find((page) => page.id === id) ?? null
}

const MAX_PAGES = 3

/** What a page counts by its kind: a guide for apps is about tools, and a guide explains what the reference lists. */
const KINDS = { forApps: 2.5, guide: 1.5, reference: 1 }

function kindOf({ id }: FoundPage): number {
  if (id.startsWith(GUIDE)) return KINDS.forApps
  return id.startsWith(`${GUIDES_PAGE}guides/`) ? KINDS.guide : KINDS.reference
}

/** What a word counts by where it stands. */
const WEIGHTS = { title: 5, summary: 3, heading: 2, text: 1 }

/** The share of a question, by the weights of its words, that a page must hold more than. */
const MIN_SHARE = 0.5

/** The share of the best score below which a page is about something else. */
const MIN_OF_BEST = 0.6

/** The pages that a question is about, best first. Rare words count most; a question mostly about something else finds none. */
export function pagesAbout(question: string): FoundPage[] {
  const terms = [...new Set(termsIn(question))]
  const requested = terms.reduce((sum, term) => sum + rarity(term), 0)
  if (requested === 0) return []
  const scored = index().map(({ page, places }) => {
    const matching = terms.filter((term) => places.has(term))
    const share = matching.reduce((sum, term) => sum + rarity(term), 0) / requested
    const score = matching.reduce((sum, term) => sum + rarity(term) * (places.get(term) ?? 0), 0)
    return { page, share, score: score * kindOf(page) }
  })
  const about = scored.filter(({ share }) => share > MIN_SHARE)
  const best = Math.max(0, ...about.map(({ score }) => score))
  return about
    .filter(({ score }) => score >= MIN_OF_BEST * best)
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_PAGES)
    .map(({ page }) => page)
}

type Indexed = { page: FoundPage; places: ReadonlyMap<string, number> }
let made: { of: readonly DocPage[]; index: Indexed[]; holding: Map<string, number> } | undefined

/** The terms of each page, with what they count in it; made once for the pages that there are. */
function indexed() {
  const of = docPages()
  if (made?.of === of) return made
  const index = pages().map((page) => ({ page, places: placesIn(page) }))
  const holding = new Map<string, number>()
  for (const { places } of index)
    for (const term of places.keys()) holding.set(term, (holding.get(term) ?? 0) + 1)
  made = { of, index, holding }
  return made
}

const index = () => indexed().index

function placesIn({ title, summary, text }: FoundPage): Map<string, number> {
  const lines = text.split('\n')
  const places = new Map<string, number>()
  const count = (words: string, weight: number, max: number) => {
    for (const term of termsIn(words)) {
      const before = places.get(term) ?? 0
      places.set(term, Math.max(before, Math.min(before + weight, max)))
    }
  }
  // A word that a page repeats counts more, up to twice that of a heading.
  count(lines.filter((line) => !line.startsWith('#')).join('\n'), WEIGHTS.text, 2 * WEIGHTS.heading)
  for (const [words, weight] of [
    [lines.filter((line) => line.startsWith('## ')).join('\n'), WEIGHTS.heading],
    [summary, WEIGHTS.summary],
    [title, WEIGHTS.title],
  ] as const)
    for (const term of new Set(termsIn(words))) places.set(term, (places.get(term) ?? 0) + weight)
  return places
}

/** A word that every page has says little of which one is meant; one that none has counts as much as the rarest. */
function rarity(term: string): number {
  const { index: all, holding } = indexed()
  return Math.log(1 + all.length / Math.max(1, holding.get(term) ?? 0))
}

/** Words that questions have whatever they are about. */
const COMMON = new Set(
  `a about after again all also always am an and any anything are as at be because been before being but by can cannot could did do does doing
  don done each else every explain find for from get give go had has have having he help her here him his how i if in into is it its
  just know let like make many may me might more most much must my need needs never no not nothing now of off on once one only or other our out over
  own please really s same say see seen send she should show so some something such t take tell than thank thanks that the their them then there
  these they thing things this those through to too under until up us use used using very want was way we were what when where which
  while who whole why will with without work works would you your`.split(/\s+/),
)

function termsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+(?:_[a-z]+)*/g) ?? []
  // The name of a field is one word, and those in it.
  const all = words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
  return all.filter((word) => word.length > 1 && !COMMON.has(word)).map(stem)
}

/** "refunds", "refunded" and "refunding" are one word, and so are "part" and "partial". */
function stem(word: string): string {
  if (word.length < 4) return word
  const plain = word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<!s|u)s$/, '')
    .replace(/(?<=.{4})ial$/, '')
  const short = plain.replace(/(?<=.{3})(?:ing|ed)$/, '')
  return short.replace(/(?<=.{3})e$/, '').replace(/(?<=.{2})([bdgmnprt])\1$/, '$1')
}
