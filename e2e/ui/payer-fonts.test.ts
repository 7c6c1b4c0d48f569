import { expect, type Page, type Response } from '@playwright/test'
import { DESKTOP, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { newOrder, payByCard, rest } from '#e2e/ui/checkout/payer.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { minBill } from '#lib/testing/bill.ts'

/** A page of each kind that a payer opens, by its path. A page that changes once it is opened is made for each test. */
const PAGES: Record<string, (page: Page) => Promise<string>> = {
  checkout: async () => `/checkout/${(await newOrder()).id}`,
  receipt: async (page) => {
    await page.goto(`/checkout/${(await newOrder()).id}`)
    await payByCard(page)
    await expect(page).toHaveURL(/\/receipt\//)
    return new URL(page.url()).pathname
  },
  bill: async () => {
    const receipt_number = `PF/${Date.now()}/${process.pid}`
    const bill = await rest<{ receipt_url: string }>('/bills', { ...minBill, receipt_number })
    return new URL(bill.receipt_url).pathname
  },
  refund: async (page) => {
    const payment = await makePayment()
    const { id } = await rest(`/payments/${payment.id}/refund`, { amount: 30_000 })
    await openAs(page, 'owner', `/refunds/${id}`)
    await page.getByRole('button', { name: 'Create link' }).click()
    const copy = page.getByRole('button', { name: 'Copy customer link' })
    return new URL((await copy.getAttribute('data-copy')) ?? '').pathname
  },
  consent: async (page) => {
    const app = await openClientApp()
    const { address } = await begin(page.request, app.callback, 'read_only orders:write')
    app.close()
    await openAs(page, 'owner', '/')
    await page.goto(address)
    return new URL(page.url()).pathname
  },
}

/** The fonts that a page asks for from now on. */
function fontsOf(page: Page): string[] {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  return fonts
}

/** The fonts that a response asks for in advance, by its header or by its document. */
async function preloadsOf(page: Page, response: Response | null): Promise<string[]> {
  const header = response?.headers().link ?? ''
  const named = [...header.matchAll(/<([^>]+)>; rel=preload; as="font"/g)].map(([, path = '']) => path)
  const inPage = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  )
  return [...named, ...inPage]
}

/** The fonts that came over the network, in each case what was asked for in advance: a browser lists its cache as well. */
const transferred = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType, transferSize }) => initiatorType === 'link' || transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  )

const devanagari = (fonts: string[]) => fonts.filter((path) => /devanagari/i.test(path)).sort()

/** The files that the document asks for in advance and no text is drawn with: their face stays unloaded. */
const unused = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const faces = sheets.filter((rule) => rule instanceof CSSFontFaceRule)
    // The faces of the styles, in the order of the set of fonts.
    const loaded = [...document.fonts].map(({ status }) => status === 'loaded')
    const files = faces.map((rule) => /url\("?([^")]+)/.exec(rule.style.getPropertyValue('src'))?.[1] ?? '')
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')]
      .map(({ href }) => new URL(href).pathname)
      .filter((path) => !files.some((file, at) => file === path && loaded[at]))
  })

/** Whether the first picture has the face of the styles: it is read with them. */
const rupee = (page: Page) =>
  page.evaluate(() => [...document.fonts].find(({ family }) => family === 'Rupee')?.status)

const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

const size = (name: string) => (name === 'consent' ? DESKTOP : PHONE)

// A second visit asks for no font.
test.use({ firstVisit: true })

for (const [name, open] of Object.entries(PAGES)) {
  test(`the ${name} page asks for the Devanagari face in Hindi, in advance and once, and never in English`, async ({
    page,
  }) => {
    await page.setViewportSize(size(name))
    const path = await open(page)
    const fonts = fontsOf(page)
    const english = await page.goto(`${path}?lang=en`, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(devanagari(fonts)).toEqual([])
    expect(devanagari(await preloadsOf(page, english))).toEqual([])
    // Each font that is asked for in advance is one that the page draws with.
    expect(await unused(page)).toEqual([])
    if (name !== 'consent') expect(await rupee(page)).toBe('loaded')
    expect(fonts.filter((path) => path.includes('latin-ext'))).toEqual([])
    expect(await shifts(page)).toBeLessThan(0.001)

    fonts.length = 0
    const hindi = await page.goto(`${path}?lang=hi`, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    const ahead = devanagari(await preloadsOf(page, hindi))
    expect(ahead).toHaveLength(2)
    expect([...new Set(devanagari(fonts))]).toEqual(ahead)
    expect(devanagari(await transferred(page))).toEqual(ahead)
    expect(await unused(page)).toEqual([])
    const displays = await page.evaluate(() =>
      [...document.fonts]
        .filter(({ unicodeRange }) => /U\+900-97F/i.test(unicodeRange))
        .map(({ display, status }) => `${display} ${status}`),
    )
    expect([...new Set(displays)]).toEqual(['optional loaded'])
    expect(await shifts(page)).toBeLessThan(0.001)
  })

  test(`the ${name} page in Hindi is read at once and stands still while its fonts are on their way`, async ({
    page,
  }) => {
    await page.setViewportSize(size(name))
    const path = await open(page)
    let release = () => {}
    const pending = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.woff2$/, async (route) => {
      await pending
      await route.continue()
    })
    await page.goto(`${path}?lang=hi`, { waitUntil: 'commit' })
    await expect(page.locator('[data-languages]').first()).toBeVisible()
    // The end of the page may still be on its way. Nothing is drawn before the style sheets are there, which they can be
    // later than what they style, and in the first 100 ms a font may still come in time for the first picture.
    await page.waitForFunction(
      () =>
        document.readyState !== 'loading' &&
        performance.getEntriesByName('first-contentful-paint').length > 0 &&
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    )
    const before = await page.locator('main').first().boundingBox()
    const arrived = page.waitForResponse(/devanagari/i)
    release()
    await (await arrived).finished()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('main').first().boundingBox()).toEqual(before)
    expect(await shifts(page)).toBeLessThan(0.001)
  })
}

test('the first page of the dashboard has its amounts and IDs in their own faces, and asks for no other', async ({
  page,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('preload')) warnings.push(message.text())
  })
  await page.setViewportSize(DESKTOP)
  const fonts = fontsOf(page)
  await openAs(page, 'owner', '/payments')
  await page.waitForLoadState('networkidle')
  expect(await rupee(page)).toBe('loaded')
  expect(fonts.filter((path) => path.includes('latin-ext'))).toEqual([])
  expect(fonts.filter((path) => path.includes('jetbrains-mono-latin')).length).toBeGreaterThan(0)
  expect(await shifts(page)).toBeLessThan(0.001)
  // A page without IDs and amounts asks for neither in advance.
  await page.goto('/settings/notifications', { waitUntil: 'networkidle' })
  await page.waitForTimeout(4000)
  expect(warnings).toEqual([])
})
