'use client'
import { useEffect } from 'react'
import { isFocusLost } from './focus.ts'
import { say } from './say.ts'

/** Where the focus belongs once the list has come: the first of these selectors that finds something. */
let awaited: string[] | null = null

/**
 * Keeps the keyboard position in a list. Filters, tabs and pages replace the page, and the focus would fall to the
 * start of the document silently: it returns to the used control, or to its replacement, and the new result is
 * announced.
 * @param address the URL of the list; another one means that another result is shown
 */
export function ListFocus({ address }: { address: string }) {
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    document.addEventListener('click', (event) => expectFromClick(event.target as Element), options)
    document.addEventListener('submit', (event) => expectFromForm(event.target as Element), options)
    return () => stop.abort()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another result.
  useEffect(() => {
    if (!awaited) return
    const selectors = awaited
    awaited = null
    say(resultWords())
    if (isFocusLost()) {
      const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
      found?.focus({ preventScroll: true })
    }
  }, [address])
  return null
}

/** A link or a button of a list loads another page of it; a click elsewhere cancels the pending focus. */
function expectFromClick(source: Element) {
  const control = source.closest<HTMLElement>('[data-list-control]')
  const link = source.closest('a, button[data-newer]')
  if (control && link) awaited = selectorsOf(control.dataset.listControl ?? '', link)
  else if (!control) awaited = null
}

/** The filter that is applied is the one whose panel has the focus. */
function expectFromForm(form: Element) {
  if (!form.matches('[data-list-control]')) return
  const used = document.activeElement?.closest('details.filter')?.querySelector('summary')?.dataset.filter
  const chip = used === undefined ? [] : [`summary[data-filter="${CSS.escape(used)}"]`]
  awaited = [...chip, ...selectorsOf((form as HTMLElement).dataset.listControl ?? '', form)]
}

function selectorsOf(kind: string, link: Element): string[] {
  const label = link.getAttribute('aria-label') ?? link.textContent ?? ''
  switch (kind) {
    case 'tabs':
      return ['[data-list-control="tabs"] [aria-current]', RESULT]
    case 'pages':
      return [`[data-list-control="pages"] [data-step="${CSS.escape(label.trim())}"]`, RESULT]
    case 'sort':
      return [`[data-sort="${CSS.escape((link as HTMLElement).dataset.sort ?? '')}"]`, RESULT]
    case 'find':
      return ['input[name="find"]', RESULT]
    case 'newer':
      return ['a.row-link', RESULT]
    default:
      return ['summary[data-add]', 'summary[data-filter]', RESULT]
  }
}

const RESULT = '[data-list-result]'

/** The announcement of the list: "12 payments", or that nothing was found, or why it could not be read. */
function resultWords(): string {
  const result = document.querySelector(RESULT)?.textContent?.trim()
  const instead = document.querySelector('main [data-empty] h2, main [data-notice="bad"] p')?.textContent
  return [result, instead].filter(Boolean).join('. ')
}
