import type { Page } from '@playwright/test'

/** A figure of the overview that leads to its rows: what the list has to say, as text. */
export type LinkedFigure = {
  /** "Collected", "UPI", "12 Nov 2026". */
  name: string
  href: string
  /** "1,250" rows. */
  count?: string
  /** "₹12,50,000.00", where the list adds up the same. */
  amount?: string
  /** "₹12,50,000.00", where it is all sums of the list together. */
  total?: string
}

/** Every figure of an open overview that leads to rows, as it is drawn. */
export function figuresOf(page: Page): Promise<LinkedFigure[]> {
  return page.evaluate(() => {
    type Figure = { name: string; href: string; count?: string; amount?: string; total?: string }
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const hrefOf = (link: Element) => link.getAttribute('href') ?? ''
    const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
    const countIn = (text: string) => /([\d,]+)/.exec(text)?.[1] ?? ''
    const moneyIn = (text: string) => /\u2212?[^\s\d]+[\d,]+\.\d\d/.exec(text)?.[0] ?? ''
    const tile = (label: string) => {
      const heading = all('section[aria-label^="Figures"] h3').find((one) => clean(one.textContent) === label)
      const [value, note] = heading?.parentElement?.querySelectorAll('p') ?? []
      const link = heading?.querySelector('a')
      return {
        href: link ? hrefOf(link) : '',
        value: clean(value?.textContent),
        note: clean(note?.textContent),
      }
    }
    const [collected, captured] = [tile('Collected'), tile('Captured payments')]
    const [refunded, success] = [tile('Refunded'), tile('Success rate')]
    const tiles: Figure[] = [
      { name: 'Collected', href: collected.href, count: captured.value, amount: collected.value },
      { name: 'Captured payments', href: captured.href, count: captured.value },
      { name: 'Refunded', href: refunded.href, total: refunded.value },
      {
        name: 'Success rate',
        href: success.href,
        count: /of ([\d,]+) attempts?/.exec(success.note)?.[1] ?? '',
      },
    ]
    const notes = all('section[aria-label^="Figures"] p a').map((link) => ({
      name: clean(link.textContent),
      href: hrefOf(link),
      // A list of several statuses has a sum for each of them.
      [hrefOf(link).includes('%2C') ? 'total' : 'amount']: moneyIn(clean(link.textContent)),
    }))
    const bars = all('figure svg a').map((bar) => {
      const words = clean(bar.getAttribute('aria-label'))
      const [name = '', figures = ''] = words.split(/: (?=\S*\d)/)
      return {
        name,
        href: hrefOf(bar),
        count: /in ([\d,]+) payment/.exec(figures)?.[1] ?? '',
        amount: moneyIn(figures),
      }
    })
    const rows = all('figure tbody a')
      .filter((link) => hrefOf(link).includes('status=failed'))
      .map((link) => ({ name: 'Failed', href: hrefOf(link), count: countIn(clean(link.textContent)) }))
    const parts = all('figure ul a').map((part) => {
      const text = clean(part.textContent)
      const failed = hrefOf(part).includes('status=failed')
      const last = clean(part.querySelector('.num > :last-child')?.textContent)
      const counted = failed
        ? countIn(last)
        : /([\d,]+) payments?/.exec(clean(part.querySelector('.num')?.textContent))?.[1]
      return {
        name: text,
        href: hrefOf(part),
        count: counted ?? '',
        ...(failed ? {} : { amount: moneyIn(last) }),
      }
    })
    const matters = all('section[aria-labelledby="attention"] a').map((matter) => {
      const words = clean(matter.querySelector('.flex-1')?.textContent)
      const all = [...words.matchAll(/([\d,]+) (?:webhook endpoints?|more)/g)].map(([, one]) =>
        Number(one?.replaceAll(',', '')),
      )
      const isWebhooks = hrefOf(matter).startsWith('/webhooks')
      const count = isWebhooks ? String(all.reduce((sum, one) => sum + one, 0)) : countIn(words)
      const amount = moneyIn(clean(matter.querySelector('.num.ml-auto')?.textContent))
      return { name: words, href: hrefOf(matter), count, ...(amount === '' ? {} : { amount }) }
    })
    return [...tiles, ...notes, ...bars, ...rows, ...parts, ...matters]
  })
}

/**
 * Follows a figure to its list.
 * @returns what is wrong, or null
 */
export async function follow(
  page: Page,
  { name, href, count, amount, total }: LinkedFigure,
): Promise<string | null> {
  const exact = `${href}${href.includes('?') ? '&' : '?'}total=exact`
  const found = await page.evaluate(async (address) => {
    const response = await fetch(address)
    const text = (await response.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '')
    const list = new DOMParser().parseFromString(text, 'text/html')
    // What is streamed in later stands at the end of the page, for a template in its place and the text beside it.
    for (const place of list.querySelectorAll('[data-list-result] template[id^="B:"]')) {
      const streamed = list.getElementById(place.id.replace('B:', 'S:'))
      const result = place.closest('[data-list-result]')
      if (streamed && result) result.replaceChildren(...streamed.childNodes)
    }
    const result = list.querySelector('[data-list-result]')?.textContent
    return {
      status: response.status,
      result: result?.replaceAll(/\s+/g, ' ').trim() ?? null,
      sums: [...list.querySelectorAll('[data-list-result] data')].map(
        (one) => one.getAttribute('value') ?? '0',
      ),
      rows: list.querySelectorAll('main tbody tr').length,
    }
  }, exact)
  const said = `${name} (${href}): ${count ?? ''} ${amount ?? total ?? ''}, but the list says ${found.result ?? `${found.rows} rows`}`
  if (found.status !== 200) return `${name} (${href}) is answered with ${found.status}`
  // A list without filters has no line of its own: it is short, and shows all of its rows.
  if (found.result === null) return count === undefined || count === String(found.rows) ? null : said
  if (count !== undefined && !found.result.startsWith(`${count} `)) return said
  const sum = found.sums.reduce((all, one) => all + BigInt(one), 0n)
  if (total !== undefined && BigInt(total.replaceAll(/\D/g, '')) !== sum) return said
  return amount === undefined || found.result.includes(amount) ? null : said
}
