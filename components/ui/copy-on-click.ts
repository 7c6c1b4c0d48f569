import { say } from './say.ts'

/** Copies what the clicked element carries in `data-copy`, and says so. One listener serves the whole page. */
export function copyOnClick(event: MouseEvent) {
  const source = (event.target as Element).closest<HTMLElement>('[data-copy], [data-copy-link]')
  if (!source) return
  const { copy, copyLink } = source.dataset
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
