/** Puts the values of a test instrument into the form's inputs as if they had been typed, and leads to its button. */
export function fillIn(fields: Record<string, string>): void {
  const form = document.getElementById('pay-form')
  if (!(form instanceof HTMLFormElement)) return
  for (const [name, value] of Object.entries(fields)) {
    const input = form.elements.namedItem(name)
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue
    // What the payer has said about themselves stays, and so does what is known of them and need not be said.
    if ((name === 'email' || name === 'contact') && (input.value !== '' || !input.required)) continue
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  button?.focus()
  button?.scrollIntoView({ block: 'nearest' })
}
