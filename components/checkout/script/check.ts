import { isCardNumber } from '#lib/values/card.ts'
import { parseExpiry } from '#lib/values/card-expiry.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { sayUnsent } from './send.ts'

type Typed = HTMLInputElement | HTMLSelectElement

/** Whether a text has the shape that its input needs. The server checks it again, and more. */
const SHAPES: Record<string, (text: string) => unknown> = {
  number: (text) => isCardNumber(text.replace(/\D/g, '')),
  expiry: parseExpiry,
  cvv: (text) => /^\d{3,4}$/.test(text),
  vpa: (text) => /^[\w.-]{2,256}@[a-z][a-z\d]{1,63}$/i.test(text),
  // What may be a card number is not sent as a name.
  name: (text) => !/\d(?:[ .-]*\d){12,}/.test(text),
  contact: (text) => /^\+?\d{8,15}$/.test(text.replace(/[\s().-]/g, '')),
}

/**
 * Marks the inputs that are blank or malformed, before anything is sent, and leads to the first of them.
 * @returns whether the form can be sent
 */
export function check(form: HTMLFormElement, button: HTMLButtonElement | null): boolean {
  const wrong = [...form.querySelectorAll<Typed>('[data-missing], [data-invalid]')].flatMap((input) => {
    const text = input.value.trim()
    const { missing, invalid } = input.dataset
    // The other way of UPI needs no UPI ID.
    const skipped = button?.formNoValidate && input.name === 'vpa'
    const error = skipped ? '' : text === '' ? missing : isShaped(form, input, text) ? '' : invalid
    mark(form, input, error ?? '')
    return error ? [{ input, error }] : []
  })
  if (wrong.length === 0) return true
  sayUnsent(form, wrong.length === 1 ? 'one' : 'many')
  const list = form.querySelector('[role="alert"] ul')
  const [line] = list?.children ?? []
  list?.replaceChildren(...wrong.flatMap(({ input, error }) => linkTo(line, input, error)))
  if (!form.elements.namedItem('robot')) wrong[0]?.input.focus()
  return false
}

function linkTo(line: Element | undefined, input: Typed, error: string): Node[] {
  const copy = line?.cloneNode(true)
  const link = copy instanceof HTMLElement ? copy.querySelector('a') : null
  if (!copy || !link) return []
  link.href = `#${input.id}`
  link.textContent = error
  return [copy]
}

function isShaped(form: HTMLFormElement, input: Typed, text: string): boolean {
  if (input.name === 'amount') {
    const button = form.querySelector<HTMLElement>('button[data-currency]')
    return parseMoney(text, button?.dataset.currency ?? '') !== null
  }
  return input.checkValidity() && Boolean((SHAPES[input.name] ?? String)(text))
}

/** Shows an error at an input, or takes the one away that it has. */
function mark(form: HTMLFormElement, input: Typed, error: string): void {
  const id = `${input.id}-error`
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((each) => each && each !== id)
  document.getElementById(id)?.remove()
  input.removeAttribute('aria-invalid')
  if (error) {
    const template = form.querySelector<HTMLTemplateElement>('template[data-field-error]')
    const line = template?.content.firstElementChild?.cloneNode(true)
    if (!(line instanceof HTMLElement)) return
    line.id = id
    line.lastChild?.replaceWith(error)
    const hint = document.getElementById(`${input.id}-hint`)
    if (hint) hint.before(line)
    else input.closest('[data-field]')?.append(line)
    input.setAttribute('aria-invalid', 'true')
    described.unshift(id)
  }
  if (described.length > 0) input.setAttribute('aria-describedby', described.join(' '))
  else input.removeAttribute('aria-describedby')
}
