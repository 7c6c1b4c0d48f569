/** The form of the selected rows. Their boxes name it, wherever they are in the table. */
export const SELECTION = 'selection'

export function rowBoxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${SELECTION}"]`)]
}

/** Calls back after each change of the selection, however it came about. @returns stops it */
export function onSelection(changed: () => void): () => void {
  const stop = new AbortController()
  // After the other listeners of the same event have changed boxes, and after a reset has taken effect.
  const later = () => setTimeout(changed)
  document.addEventListener('change', (event) => isOfSelection(event.target) && later(), {
    signal: stop.signal,
  })
  document.addEventListener('reset', (event) => (event.target as Element).id === SELECTION && later(), {
    signal: stop.signal,
  })
  return () => stop.abort()
}

function isOfSelection(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.form?.id === SELECTION
}

/** The box of the page selects every row of it, or none, and shows what is selected. @returns stops it */
export function followPage(): () => void {
  const stop = new AbortController()
  const selectPage = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.matches(PAGE_BOX))
      for (const box of rowBoxes()) box.checked = target.checked
  }
  document.addEventListener('change', selectPage, { signal: stop.signal })
  const stopFollowing = onSelection(() => {
    const boxes = rowBoxes()
    const selected = boxes.filter(({ checked }) => checked).length
    for (const page of document.querySelectorAll<HTMLInputElement>(PAGE_BOX)) {
      page.checked = selected > 0 && selected === boxes.length
      page.indeterminate = selected > 0 && selected < boxes.length
    }
  })
  return () => {
    stop.abort()
    stopFollowing()
  }
}

const PAGE_BOX = 'input[data-select-page]'

let last: HTMLInputElement | null = null

/** With Shift, a click selects every row from the last one that was clicked, as in lists of mails. */
export function selectRange(event: MouseEvent) {
  const box = event.target
  if (!(box instanceof HTMLInputElement) || box.name !== 'ids' || !isOfSelection(box)) return
  const boxes = rowBoxes()
  const [from, to] = [last ? boxes.indexOf(last) : -1, boxes.indexOf(box)]
  if (event.shiftKey && from >= 0)
    for (const one of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = box.checked
  last = box
}

/** Selects the row that has the focus, or no longer. @returns whether there is one */
export function selectFocused(): boolean {
  const row = document.activeElement?.closest('tr')
  const box = row?.querySelector<HTMLInputElement>(`input[name="ids"][form="${SELECTION}"]`)
  box?.click()
  return box !== null && box !== undefined
}

/** Ends the selection, also where no box shows it yet, as right after the next page of the list has been opened. */
export function clearSelection(): void {
  document.querySelector<HTMLFormElement>(`form#${SELECTION}`)?.reset()
}
