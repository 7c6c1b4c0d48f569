type Typed = HTMLInputElement | HTMLSelectElement

/**
 * Sends a form and shows the page that comes back, or loads the one that it leads to. What was typed stays in the inputs,
 * a card number too, which the server never sends back. While the response is on its way the form sends nothing else.
 */
export async function sendInPlace(
  form: HTMLFormElement,
  button: HTMLButtonElement | null,
  begin: () => void,
): Promise<void> {
  if (!button) return
  const body = new FormData(form, button)
  const label = button.textContent
  // Not `disabled`: that would take the focus away from where the person is.
  button.type = 'button'
  button.setAttribute('aria-disabled', 'true')
  button.dataset.pending = ''
  button.textContent = button.dataset.pendingText ?? label
  try {
    const response = await fetch(location.href, { method: 'POST', body })
    const place = [...document.forms].indexOf(form)
    // A page of another version of the server: nothing was done. The new one keeps what was typed.
    if (response.status === 400 && (await showPage(location.href, begin)))
      return sayUnsent(document.forms[place], 'out_of_date')
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
    if (response.redirected) return location.assign(response.url)
    replaceMain(await response.text(), begin)
    focusAfter(document.forms[place])
  } catch {
    // The key of the form stays, so that a repeat is no second attempt.
    button.type = 'submit'
    button.removeAttribute('aria-disabled')
    delete button.dataset.pending
    button.textContent = label
    sayUnsent(form, 'connection_lost')
  }
}

/** Shows another page in the place of this one. @returns whether there was one to show */
export async function showPage(href: string, begin: () => void): Promise<boolean> {
  try {
    const response = await fetch(href)
    if (!response.ok || response.redirected) return false
    replaceMain(await response.text(), begin)
    document.querySelector<HTMLElement>('main [autofocus]')?.focus()
    return true
  } catch {
    return false
  }
}

function replaceMain(html: string, begin: () => void): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  const [main, now] = [next.querySelector('main'), document.querySelector('main')]
  if (!main || !now) throw new Error('The response is not a page.')
  // Parsed without script, what stands in them is part of the page.
  for (const only of main.querySelectorAll('noscript')) only.remove()
  const typed = [...now.querySelectorAll<Typed>('input:not([type=hidden]), select')].filter(isEdited)
  const open = now.querySelector('details[id][open]')?.id
  now.replaceWith(main)
  document.title = next.title
  for (const { id, value } of typed) {
    const input = document.getElementById(id)
    if (isTyped(input) && input.dataset.blank === undefined) input.value = value
  }
  if (open) document.getElementById(open)?.setAttribute('open', '')
  begin()
}

function isTyped(element: Element | null): element is Typed {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
}

/** Whether an input holds something else than what the page began with. */
function isEdited(input: Typed): boolean {
  if (input instanceof HTMLInputElement) return input.value !== input.defaultValue
  return input.value !== ([...input.options].find((option) => option.defaultSelected)?.value ?? '')
}

/** The first input that is wrong, else the button: the one that had the focus is gone. */
function focusAfter(form: HTMLFormElement | undefined): void {
  if (!form || form.elements.namedItem('robot')) return
  const wrong = form.querySelector<HTMLInputElement>('[aria-invalid="true"]')
  ;(wrong ?? form.querySelector<HTMLElement>('button[type="submit"], [tabindex]'))?.focus()
  if (wrong?.name === 'otp') wrong.select()
}

/** Says above the form why it was not sent; errors of the attempt before are gone. */
export function sayUnsent(
  form: HTMLFormElement | undefined,
  cause: 'connection_lost' | 'out_of_date' | 'one' | 'many',
): void {
  const template = form?.querySelector<HTMLTemplateElement>(`template[data-unsent="${cause}"]`)
  if (!form || !template) return
  for (const alert of form.querySelectorAll('[role="alert"]')) alert.remove()
  template.after(template.content.cloneNode(true))
}
