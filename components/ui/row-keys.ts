/**
 * Rows of tables: a click anywhere opens the row's link without stealing a selection of text, and j, k move between
 * rows (Enter follows the link, as links do).
 */
export function listenForRows(signal: AbortSignal) {
  document.addEventListener('click', openOnClick, { signal })
  document.addEventListener('auxclick', openOnClick, { signal })
  document.addEventListener('keydown', moveOnKey, { signal })
}

function openOnClick(event: MouseEvent) {
  if (event.defaultPrevented || event.button > 1) return
  const target = event.target as Element
  const row = target.closest('tr[data-opens]')
  if (!row || target.closest('a, button, input, label, select, summary, [data-copy]')) return
  if (document.getSelection()?.toString()) return
  const link = row.querySelector<HTMLAnchorElement>('a.row-link')
  if (!link) return
  const apart = event.metaKey || event.ctrlKey || event.button === 1
  if (apart) window.open(link.href, '_blank', 'noopener')
  else link.click()
}

function moveOnKey(event: KeyboardEvent) {
  if (event.key !== 'j' && event.key !== 'k') return
  if (event.metaKey || event.ctrlKey || event.altKey) return
  const at = document.activeElement
  if (at?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main tr[data-opens] a.row-link')]
  if (links.length === 0) return
  const here = links.indexOf(at?.closest('tr')?.querySelector('a.row-link') as HTMLAnchorElement)
  const next = event.key === 'j' ? Math.min(here + 1, links.length - 1) : Math.max(here - 1, 0)
  event.preventDefault()
  links[next]?.focus()
}
