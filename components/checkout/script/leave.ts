/** How long the receipt stays before the payer returns to the merchant, in seconds. */
const SECONDS = 3

/**
 * Right after a payment, leads back to the merchant by itself. Any key, press or scroll stops that, as does its button.
 */
export function returnAfterwards(): void {
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
export function sendAtOnce(): void {
  const form = document.getElementById('return-form')
  if (form instanceof HTMLFormElement && hasNavigated()) form.submit()
}

/** Whether the page was opened, and not reached with Back or Reload, which means that the payer wants to look at it. */
function hasNavigated(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !arrival || arrival.type === 'navigate'
}
