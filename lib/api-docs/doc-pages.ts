import { GUIDES } from './guides.ts'
import texts from './page-texts.json' with { type: 'json' }

/** A page of /docs as Markdown. @property path below /docs */
export type DocPage = { path: string; title: string; summary: string; text: string }

/** Stands in texts for the base URL of the server. */
export const BASE_URL_MARK = 'https://counterfoil.example'

/** The pages that are written down: the guides, as app/docs/page-texts.test.tsx renders them, and a note. */
const WRITTEN: readonly DocPage[] = [
  ...GUIDES.map(({ name, title, summary }) => ({
    path: `guides/${name}`,
    title,
    summary,
    text: texts[`guides/${name}`],
  })),
  {
    path: 'wallets-discontinued',
    title: 'Wallets are discontinued',
    summary: 'What still works for accounts that have wallets.',
    text: texts['wallets-discontinued'],
  },
]

/** Makes the pages that are drawn from the operations. The API description, which knows them all, says how. */
let drawn: () => readonly DocPage[] = () => []
let all: readonly DocPage[] | undefined

export function setDrawnPages(draw: () => readonly DocPage[]): void {
  drawn = draw
  all = undefined
}

export function docPages(): readonly DocPage[] {
  all ??= [...WRITTEN, ...drawn()]
  return all
}
