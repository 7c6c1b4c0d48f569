/** How often the server is asked, in milliseconds, and how often after the first minute. */
const OFTEN = 2000
const SELDOM = 5000

/**
 * Asks whether a payment has come to its end, and then loads the page again, which leads on. A phone that comes back
 * from the payer's UPI app asks at once; a connection that is away for a while is no failure.
 */
export function waitForBank(): void {
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
