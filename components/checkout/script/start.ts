/**
 * The script of a payer's pages, and the only one: they work without it, and it improves them in place. Bundled by
 * scripts/payer-script.ts, apart from the pages that Next builds.
 */
import { copyOnClick } from '#components/ui/copy-on-click.ts'
import { formatMoney, type Grouping, parseMoney } from '#lib/values/money-text.ts'
import { reformat, showNetwork } from './card.ts'
import { returnAfterwards, sendAtOnce } from './leave.ts'
import { sendInPlace, showPage } from './send.ts'
import { waitForBank } from './wait.ts'

/** The page whose document is shown: a fragment is no other page. */
let shown = location.pathname + location.search

document.addEventListener('click', copyOnClick, { capture: true })
document.addEventListener('click', (event) => {
  const target = event.target as Element
  if (target.closest('[data-print]')) print()
  const link = target.closest('a')
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  if (link.dataset.fill) {
    event.preventDefault()
    fillIn(JSON.parse(link.dataset.fill))
  } else if (link.closest('[data-methods]')) {
    event.preventDefault()
    void go(link.href, true)
  }
})
document.addEventListener('input', (event) => {
  const input = event.target as HTMLElement
  if (!(input instanceof HTMLInputElement)) return
  reformat(input, (event as InputEvent).inputType)
  if (input.name === 'number') showNetwork(input)
  if (input.name === 'amount' && input.form) showLabel(input.form)
})
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.dataset.inPlace === undefined) return
  event.preventDefault()
  void sendInPlace(form, event.submitter as HTMLButtonElement | null, begin)
})
addEventListener('popstate', () => void go(location.href, false))
// A page that the Back button brings back as it was has keys of attempts that were made.
addEventListener('pageshow', (event) => event.persisted && location.reload())
begin()
waitForBank()
returnAfterwards()
sendAtOnce()

/** Shows another page of the same order without a load, so that what was typed stays. */
async function go(href: string, push: boolean): Promise<void> {
  const { pathname, search } = new URL(href)
  if (pathname + search === shown) return
  const before = shown
  shown = pathname + search
  const loaded = pathname === new URL(before, href).pathname && (await showPage(href, begin))
  if (!loaded) return location.assign(href)
  if (push) history.pushState(null, '', href)
}

/** What a page, or a part of it that has been replaced, needs before it is used. */
function begin(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-in-place]')) {
    // The browser's own bubbles are for when there is no script; they would come before the server's better words.
    form.noValidate = true
    showLabel(form)
  }
  const number = document.getElementById('number')
  if (number instanceof HTMLInputElement) showNetwork(number)
}

/** Has the button of a form with an amount say what it will pay. */
function showLabel(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLElement>('button[data-label]')
  const input = form.elements.namedItem('amount')
  if (!button || !(input instanceof HTMLInputElement)) return
  const { currency = '', grouping, label = '', labelBlank = '' } = button.dataset
  const amount = parseMoney(input.value, currency)
  button.textContent =
    amount === null
      ? labelBlank
      : label.replace('{amount}', formatMoney(amount, currency, grouping as Grouping))
}

/** Puts the values of a test instrument into the form's inputs as if they had been typed, and leads to its button. */
function fillIn(fields: Record<string, string>): void {
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
