'use client'
import { useRouter } from 'next/navigation'
import { useLayoutEffect } from 'react'
import { copyOnClick } from './copy-on-click.ts'
import { isFocusLost } from './focus.ts'
import { Hints } from './hints.tsx'
import { SAID } from './say.ts'
import { clearSelection, followPage, selectFocused } from './selection.ts'
import { isShortcut } from './shortcut.ts'

/**
 * Rows of tables: a click anywhere opens the row's link without stealing a selection of text, and j, k move between
 * rows (Enter follows the link, as links do). x selects the row, Escape ends the selection, and ? shows all shortcuts.
 */
function listenForRows(signal: AbortSignal) {
  document.addEventListener('click', openOnClick, { signal })
  document.addEventListener('auxclick', openOnClick, { signal })
  document.addEventListener('keydown', moveOnKey, { signal })
  document.addEventListener('keydown', selectOnKey, { signal })
  document.addEventListener('keydown', helpOnKey, { signal })
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

const OPEN = 'details.filter[open], dialog[open], [data-dialog], :popover-open'

function selectOnKey(event: KeyboardEvent) {
  // Escape is no letter that could be pressed unawares, so it stays where shortcuts are off.
  if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(OPEN)) clearSelection()
  if (event.key === 'x' && isShortcut(event)) selectFocused()
}

/** Shows the sheet of shortcuts, where the page has one. */
function helpOnKey(event: KeyboardEvent) {
  if (event.key !== '?' || !isShortcut(event)) return
  document.getElementById('shortcuts')?.togglePopover()
}

function moveOnKey(event: KeyboardEvent) {
  if (event.key !== 'j' && event.key !== 'k') return
  if (!isShortcut(event)) return
  const at = document.activeElement
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main tr[data-opens] a.row-link')]
  if (links.length === 0) return
  const here = links.indexOf(at?.closest('tr')?.querySelector('a.row-link') as HTMLAnchorElement)
  const next = event.key === 'j' ? Math.min(here + 1, links.length - 1) : Math.max(here - 1, 0)
  event.preventDefault()
  links[next]?.focus()
}

/**
 * One set of listeners for the whole page, so that ids, copy buttons, times and rows are plain markup: a list of a
 * hundred payments hydrates nothing.
 */
export function Listeners() {
  const router = useRouter()
  // With the commit, so that no key or click is lost between that and the effects.
  useLayoutEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', copyOnClick, {
      signal: stop.signal,
      capture: true,
    })
    document.addEventListener('click', closeMenu, { signal: stop.signal })
    document.addEventListener('submit', followPicture, { signal: stop.signal, capture: true })
    listenForRows(stop.signal)
    const stopFollowing = followPage()
    return () => {
      stop.abort()
      stopFollowing()
    }
  }, [])
  useLayoutEffect(() => {
    const stop = new AbortController()
    const open = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link) return
      event.preventDefault()
      const { pathname, search, hash } = link
      router.push(pathname + search + hash, { scroll: link.dataset.scroll !== 'no' })
    }
    const submit = (event: SubmitEvent) => {
      const form = event.target
      if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
      if (!form.matches('[data-list-control]')) return
      event.preventDefault()
      const search = new URLSearchParams()
      for (const [name, value] of new FormData(form)) search.append(name, String(value))
      router.push(`${new URL(form.action).pathname}?${search}`, { scroll: false })
    }
    document.addEventListener('click', open, { signal: stop.signal })
    document.addEventListener('submit', submit, { signal: stop.signal })
    return () => stop.abort()
  }, [router])
  return (
    <>
      <div id={SAID} role="status" className="sr-only" />
      <Hints />
    </>
  )
}

/** The link of a static part (static.tsx) that a click opens within the application. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-static] a[href]') : null
  const isOwn = link?.origin === location.origin && link.target === '' && !link.hasAttribute('download')
  return isOwn ? link : null
}

/** The line of a picture keeps the focus when it folds or unfolds: the server draws another one (charts/picture.tsx). */
function followPicture({ target }: Event): void {
  const head = target instanceof Element ? target.closest('[data-list-head]') : null
  const before = head?.querySelector('.picture > button')
  if (!head || !before) return
  const observer = new MutationObserver(() => {
    const line = head.querySelector<HTMLElement>('.picture > button')
    if (line === null || line === before) return
    observer.disconnect()
    if (isFocusLost()) line.focus({ preventScroll: true })
  })
  observer.observe(head, { childList: true, subtree: true })
}

/** A link that opens a page within the application leaves the menu open that it stands in, over the new page. */
function closeMenu({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href]') : null
  link?.closest<HTMLElement>(':popover-open')?.hidePopover()
}
