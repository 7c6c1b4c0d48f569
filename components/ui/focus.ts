/** What can have the keyboard focus, and what shows a result: what is announced, unless it is only for ears. */
const CONTROL =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'
const RESULT = '[role="status"]:not(.sr-only), [role="alert"]:not(.sr-only), [data-result]'

/** Whether the keyboard has no place in the page: what had the focus was removed. */
export function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || !focused.isConnected
}

/** Moves the focus to a control, a heading or a result. */
export function focusOn(element: HTMLElement, options?: FocusOptions): void {
  if (!element.matches(CONTROL)) element.tabIndex = -1
  element.focus(options)
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/**
 * Notes what is around a part of the page that may be removed while it has the focus, such as a form that is done.
 * @returns what moves the focus, once the part is gone, to what came in its place: the result, or a new control beside it;
 * without one to the heading of its section
 */
export function notePlace(part: Element): () => void {
  const path = location.pathname
  const around = ancestorsOf(part)
  const before = new Set(document.querySelectorAll(`${RESULT}, ${CONTROL}`))
  return () => {
    // When the page has been changed completely.
    requestAnimationFrame(() => {
      if (!isFocusLost()) return
      const found = location.pathname === path ? inPlaceOf(around, before) : null
      const target = found ?? pageHeading()
      if (target) focusOn(target)
    })
  }
}

const isContent = (element: Element) => element.tagName === 'MAIN'

/** From the innermost to the content of the page. */
function ancestorsOf(part: Element): Element[] {
  const found: Element[] = []
  for (let at = part.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    found.push(at)
    if (isContent(at)) break
  }
  return found
}

function inPlaceOf(around: Element[], before: Set<Element>): HTMLElement | null {
  const left = around.filter((box) => box.isConnected)
  const newIn = (box: Element, selector: string) =>
    [...box.querySelectorAll<HTMLElement>(selector)].find((one) => !before.has(one) && one.checkVisibility())
  const headingOf = (box: Element) => box.querySelector<HTMLElement>('h1, h2, h3')
  let heading: HTMLElement | null = null
  for (const box of left) {
    // A new control outside of the section, such as a link of the timeline, is not what the person waits for.
    const found = newIn(box, RESULT) ?? (heading === null ? newIn(box, CONTROL) : undefined)
    if (found) return found
    heading ??= headingOf(box)
  }
  return heading
}
