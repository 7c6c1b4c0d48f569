import { say } from './say.ts'

const SOURCES = '[data-copy], [data-copy-link], a.row-link, a.id-link'

/** Copies what the clicked element carries in `data-copy`, and says so. One listener serves the whole page. */
export function copyOnClick(event: MouseEvent) {
  const source = (event.target as Element).closest<HTMLElement>(SOURCES)
  if (!source) return
  // The links of rows are of a record, whose short address is its ID.
  const { copy, copyLink = source.getAttribute('href')?.replace(/^.*(?=\/)/, '') } = source.dataset
  const text = event.altKey && copyLink ? new URL(copyLink, location.href).href : copy
  // A link keeps its own click; only with Alt is it copied.
  if (text === undefined) return
  event.preventDefault()
  event.stopPropagation()
  navigator.clipboard.writeText(text).then(
    () => {
      source.dataset.copied = ''
      setTimeout(() => delete source.dataset.copied, 1400)
      say(event.altKey && copyLink ? 'Link copied' : 'Copied')
    },
    () => say('Copying is blocked by the browser.'),
  )
}
