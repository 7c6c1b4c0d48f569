import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'

/** How the ID of a guide begins. */
export const GUIDE = 'guide:'

type ToolGuide = (typeof TOOL_GUIDES)[number]

/** The most guides of one search. */
const MAX_GUIDES = 2

/** What a word counts by where it stands. */
const WEIGHTS = { title: 5, summary: 3, heading: 2, text: 1 }

/** The share of a question, by the weights of its words, that a guide must hold. */
const MIN_SHARE = 0.5

/** The share of the best score below which a guide is about something else. */
const MIN_OF_BEST = 0.6

/** A guide for apps at its own URL. */
export function guideUrl(baseUrl: string, { name }: Pick<ToolGuide, 'name'>): string {
  return `${baseUrl}/docs/guides/apps/${name}`
}

/** The guides that a question is about, best first. Rare words count most; a question mostly about something else finds none. */
export function guidesAbout(question: string): ToolGuide[] {
  const terms = [...new Set(termsIn(question))]
  const asked = terms.reduce((sum, term) => sum + rarity(term), 0)
  if (asked === 0) return []
  const scored = index().map(({ guide, places }) => {
    const held = terms.filter((term) => places.has(term))
    const share = held.reduce((sum, term) => sum + rarity(term), 0) / asked
    const score = held.reduce((sum, term) => sum + rarity(term) * (places.get(term) ?? 0), 0)
    return { guide, share, score }
  })
  const about = scored.filter(({ share }) => share >= MIN_SHARE)
  const best = Math.max(0, ...about.map(({ score }) => score))
  return about
    .filter(({ score }) => score >= MIN_OF_BEST * best)
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_GUIDES)
    .map(({ guide }) => guide)
}

type Indexed = { guide: ToolGuide; places: ReadonlyMap<string, number> }
let made: Indexed[] | undefined

/** The terms of each guide, with what they count in it. */
function index(): Indexed[] {
  made ??= TOOL_GUIDES.map((guide) => ({ guide, places: placesIn(guide) }))
  return made
}

function placesIn({ title, summary, text }: ToolGuide): Map<string, number> {
  const lines = text.split('\n')
  const places = new Map<string, number>()
  const count = (words: string, weight: number, max: number) => {
    for (const term of termsIn(words)) {
      const before = places.get(term) ?? 0
      places.set(term, Math.max(before, Math.min(before + weight, max)))
    }
  }
  // A word that a guide repeats counts more, up to twice that of a heading.
  count(lines.filter((line) => !line.startsWith('#')).join('\n'), WEIGHTS.text, 2 * WEIGHTS.heading)
  for (const [words, weight] of [
    [lines.filter((line) => line.startsWith('## ')).join('\n'), WEIGHTS.heading],
    [summary, WEIGHTS.summary],
    [title, WEIGHTS.title],
  ] as const)
    for (const term of new Set(termsIn(words))) places.set(term, (places.get(term) ?? 0) + weight)
  return places
}

/** A word that every guide has says little of which one is meant; one that none has counts as much as the rarest. */
function rarity(term: string): number {
  const holding = index().filter(({ places }) => places.has(term)).length
  return Math.log(1 + TOOL_GUIDES.length / Math.max(1, holding))
}

/** Words that questions have whatever they are about. */
const COMMON = new Set(
  `a about after again all also always am an and any are as at be because been before being but by can cannot could did do does doing
  don done each else every explain find for from get give go had has have having he help her here him his how i if in into is it its
  just know let like make many may me might more most much must my need needs never no not now of off on once one only or other our out over
  own please really s same say see seen send she should show so some such t take tell than thank thanks that the their them then there
  these they thing things this those through to too under until up us use used using very want was way we were what when where which
  while who whole why will with without work works would you your`.split(/\s+/),
)

function termsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+(?:_[a-z]+)*/g) ?? []
  // The name of a field is one word, and those in it.
  const all = words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
  return all.filter((word) => word.length > 1 && !COMMON.has(word)).map(stem)
}

/** "refunds", "refunded" and "refunding" are one word. */
function stem(word: string): string {
  if (word.length < 4) return word
  const plain = word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<!s|u)s$/, '')
  const short = plain.replace(/(?<=.{3})(?:ing|ed)$/, '')
  return short.replace(/(?<=.{3})e$/, '').replace(/(?<=.{2})([bdgmnprt])\1$/, '$1')
}
