/** Makes the content of an element that of a text, and leaves what is the same: the focus and what is ticked stay. */
export function becomeMarkup(element: HTMLElement, text: string): void {
  const ticked = new Map([...element.querySelectorAll('input')].map((box) => [nameOf(box), box.checked]))
  const focused = element.contains(document.activeElement) ? document.activeElement : null
  // A copy of itself, since rows are read as such only within a table.
  const wanted = element.cloneNode(false)
  if (!(wanted instanceof HTMLElement)) return
  wanted.innerHTML = text
  become(element, wanted)
  for (const box of element.querySelectorAll('input')) {
    const before = ticked.get(nameOf(box))
    if (box.type === 'checkbox' && before !== undefined) box.checked = before
  }
  if (focused && !focused.isConnected) sameAs(element, focused)?.focus({ preventScroll: true })
}

/** Keeps each child that is wanted as it is, in order, and goes into those that hold rows. */
function become(element: Element, wanted: Element): void {
  let here = element.firstChild
  for (const want of [...wanted.childNodes]) {
    const same = equalFrom(here, want)
    if (same) {
      while (here !== same) here = removed(here)
      here = same.nextSibling
    } else if (here instanceof HTMLTableSectionElement && here.nodeName === want.nodeName) {
      become(here, want as Element)
      here = here.nextSibling
    } else element.insertBefore(want, here)
  }
  while (here) here = removed(here)
}

function equalFrom(node: ChildNode | null, want: Node): ChildNode | null {
  for (let at = node; at; at = at.nextSibling) if (at.isEqualNode(want)) return at
  return null
}

function removed(node: ChildNode | null): ChildNode | null {
  const next = node?.nextSibling ?? null
  node?.remove()
  return next
}

function nameOf({ name, value }: HTMLInputElement): string {
  return `${name} ${value}`
}

/** What stands for an element that was replaced: the same link, or the same control. */
function sameAs(within: HTMLElement, { tagName, attributes }: Element): HTMLElement | null {
  const known = ['href', 'name', 'value', 'data-copy'].flatMap((name) => attributes.getNamedItem(name) ?? [])
  if (known.length === 0) return null
  const selector = known.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`)
  return within.querySelector<HTMLElement>(tagName.toLowerCase() + selector.join(''))
}
