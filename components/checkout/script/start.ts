/**
 * The script of a payer's pages, and the only one: they work without it, and it improves them in place. Bundled by
 * scripts/payer-script.ts, apart from the pages that Next builds.
 */

import { networkLabel } from '#components/checkout/card-labels.ts'
import { copyOnClick } from '#components/ui/copy-on-click.ts'
import { cvvLengthOf, formatCardNumber, networkOf } from '#lib/values/card.ts'
import { formatExpiry } from '#lib/values/card-expiry.ts'
import { formatMoney, type Grouping, parseMoney } from '#lib/values/money-text.ts'
import { check } from './check.ts'
import { sendInPlace, showPage } from './send.ts'

/** How long the receipt stays before the payer returns to the merchant, in seconds. */
/** How long the receipt stays before the payer returns to the merchant, in seconds. */
const SECONDS = 3

/**
 * Right after a payment, leads back to the merchant by itself. Any key, press or scroll stops that, as does its button.
 */
function returnAfterwards(): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-return-after]')
  const { href } = document.querySelector<HTMLAnchorElement>('a[data-return]') ?? {}
  if (!template || !href || !hasNavigated()) return
  const stop = new AbortController()
  template.after(template.content.cloneNode(true))
  const counting = template.nextElementSibling as HTMLElement
  const count = counting.querySelector('[data-count]')
  let left = SECONDS
  const show = () => {
    if (count) count.textContent = `: ${left}`
  }
  const stay = () => {
    stop.abort()
    clearInterval(timer)
    counting.remove()
  }
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    addEventListener(type, stay, { signal: stop.signal, passive: true })
  counting.querySelector('button')?.addEventListener('click', stay)
  const timer = setInterval(() => {
    left -= 1
    show()
    if (left > 0) return
    clearInterval(timer)
    location.assign(href)
  }, 1000)
  show()
}

/** Sends the form that leads to the merchant; not to those who come back to its page, who could never leave it then. */
function sendAtOnce(): void {
  const form = document.getElementById('return-form')
  if (form instanceof HTMLFormElement && hasNavigated()) form.submit()
}

/** Whether the page was opened, and not reached with Back or Reload, which means that the payer wants to look at it. */
function hasNavigated(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !arrival || arrival.type === 'navigate'
}

/** How often the server is asked, in milliseconds, and how often after the first minute. */
/** How often the server is asked, in milliseconds, and how often after the first minute. */
const OFTEN = 2000
const SELDOM = 5000

/**
 * Asks whether a payment has come to its end, and then loads the page again, which leads on. A phone that comes back
 * from the payer's UPI app asks at once; a connection that is away for a while is no failure.
 */
function waitForBank(): void {
  const { waitStatus: status, waitHref: href } =
    document.querySelector<HTMLElement>('[data-wait-status]')?.dataset ?? {}
  if (!status || !href) return
  const begun = Date.now()
  let timer: ReturnType<typeof setTimeout>
  const ask = async () => {
    clearTimeout(timer)
    if (!(await isWaiting(status))) return location.replace(href)
    timer = setTimeout(ask, Date.now() - begun < 60_000 ? OFTEN : SELDOM)
  }
  timer = setTimeout(ask, OFTEN)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void ask())
}

async function isWaiting(status: string): Promise<boolean> {
  try {
    const response = await fetch(status, { cache: 'no-store' })
    return !response.ok || ((await response.json()) as { waiting: boolean }).waiting
  } catch {
    return true
  }
}

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
  const button = event.submitter as HTMLButtonElement | null
  if (check(form, button)) void sendInPlace(form, button, begin)
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

/** Writes a card number in groups and an expiry with its slash, while they are typed. */
function reformat(input: HTMLInputElement, inputType = 'insertText'): void {
  if (input.name === 'number') keepGrouped(input)
  if (input.name === 'expiry') addSlash(input, inputType)
}

/** Names the network beside the number, and asks for as many digits as its cards have. */
function showNetwork(number: HTMLInputElement): void {
  const network = networkOf(number.value.replace(/\D/g, ''))
  const label = networkLabel(network)
  const aside = document.getElementById('number-aside')
  const text = aside?.querySelector('[data-network]')
  if (text) text.textContent = label
  const mark = aside?.querySelector('[data-network-mark]')
  mark?.classList.toggle('hidden', label === '')
  mark?.classList.toggle('mr-1', label !== '')
  mark?.querySelector('[data-letter]')?.setAttribute('href', `/marks.svg#${label.charAt(0)}`)
  const cvv = number.form?.elements.namedItem('cvv')
  if (cvv instanceof HTMLInputElement)
    cvv.placeholder = cvv.getAttribute(`data-digits-${cvvLengthOf(network)}`) ?? ''
}

/** Groups the digits as on the card, and leaves the caret behind the digit that it was behind. */
function keepGrouped(input: HTMLInputElement): void {
  const before = (input.value.slice(0, input.selectionStart ?? input.value.length).match(/\d/g) ?? []).length
  const grouped = formatCardNumber(input.value.replace(/\D/g, '').slice(0, 19))
  if (grouped === input.value) return
  input.value = grouped
  if (document.activeElement !== input) return
  let caret = 0
  for (let digits = 0; digits < before && caret < grouped.length; caret += 1)
    if (/\d/.test(grouped.charAt(caret))) digits += 1
  input.setSelectionRange(caret, caret)
}

/** The slash comes by itself while one writes, and stays away while one deletes. */
function addSlash(input: HTMLInputElement, inputType: string): void {
  const atEnd = input.selectionStart === input.value.length || document.activeElement !== input
  if (!inputType.startsWith('delete') && atEnd) input.value = formatExpiry(input.value)
}
