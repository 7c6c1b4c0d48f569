import { expect, type Page } from '@playwright/test'
import { DESKTOP, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { doubleText, overhangs } from '#e2e/page-checks.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { Keyboard } from '#e2e/ui/keyboard.ts'

/** Every list that has filters. */
const FILTERED = [
  '/orders',
  '/payments',
  '/refunds',
  '/customers',
  '/documents',
  '/bills',
  '/wallets',
  '/transfers',
  '/payouts',
  '/balance',
  '/settlements',
  '/events',
  '/logs',
  '/approvals',
  '/outbox',
  '/connected-apps',
  '/connected-apps/clients',
]
const LISTS = [...FILTERED, '/fund-accounts', '/webhooks', '/api-keys']
/** Every list, also those that are pages of settings. */
const ALL = [
  ...LISTS,
  '/batches',
  '/logs/errors',
  '/settings/audit',
  '/settings/team',
  '/settings/team/invitations',
  '/settlements/bank-statements',
]
const ROWS = '#rows > *'
const SIZES = [{ width: 1280, height: 720 }, { width: 1366, height: 768 }, PHONE, { width: 320, height: 640 }]

const filterButton = (page: Page) => page.locator('summary[data-add]')
const said = (page: Page) => page.locator('#said')

test('a filter that is applied with Enter keeps the focus and says what was found', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  await filterButton(page).click()
  await page.getByLabel('Minimum amount').fill('1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/min=1/)
  await expect(said(page)).toHaveText(/^[\d,]+ payments? · /)
  await expect(filterButton(page)).toBeFocused()
  // The chip of a filter that is changed keeps the focus itself.
  const chip = page.locator('summary[data-filter="Amount"]')
  await chip.click()
  await page.getByLabel('Minimum amount').fill('2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/min=2/)
  await expect(chip).toBeFocused()
  await page.getByRole('link', { name: 'Remove filter Amount' }).click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(filterButton(page)).toBeFocused()
})

test('a tab and a page that are opened keep the focus and say what is shown', async ({ page }) => {
  await openAs(page, 'owner', '/payments?to=yesterday')
  const failed = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Failed/ })
  await failed.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=failed/)
  await expect(failed).toBeFocused()
  await expect(said(page)).toHaveText(/^[\d,]+ payments? · ₹[\d,.]+ failed$/)
  await page.goto('/payments?to=yesterday')
  await page.getByRole('link', { name: 'Older', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/starting_after/)
  await expect(page.getByRole('link', { name: 'Older', exact: true })).toBeFocused()
  await expect(said(page)).toHaveText(/payments/)
})

test('the count of a tab is what the tab shows, under the filters that are set', async ({ page }) => {
  await openAs(page, 'owner', '/payments?method=upi&min=1')
  const tabs = page.getByRole('navigation', { name: 'Status' }).getByRole('link')
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await page.goto((await tabs.nth(at).getAttribute('href')) ?? '')
    const count = (await tabs.nth(at).locator('small').textContent())?.split(' ·')[0]
    await expect(page.locator('[data-list-result]')).toHaveText(new RegExp(`^${count} payments? · `))
  }
})

test('in every list the count of a tab is how many rows the tab shows', async ({ page }) => {
  test.slow()
  await openAs(page, 'owner', '/')
  const wrong: string[] = []
  let followed = 0
  for (const list of LISTS) {
    for (const { href, count } of await tabsOf(page, list)) {
      const found = await rowsAt(page, href)
      followed += 1
      if (found !== count) wrong.push(`${href}: ${count} in the tab, ${found} rows`)
    }
  }
  expect(wrong).toEqual([])
  expect(followed).toBeGreaterThan(40)
})

/** The tabs of a list with their counts, as its HTML has them. */
function tabsOf(page: Page, list: string): Promise<{ href: string; count: string }[]> {
  return page.evaluate(async (address) => {
    const html = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
    return [...html.querySelectorAll('main nav[data-list-control="tabs"] a:has(small)')].map((link) => ({
      href: link.getAttribute('href') ?? '',
      count: /^[\d,]+/.exec(link.querySelector('small')?.textContent ?? '')?.[0] ?? '',
    }))
  }, list)
}

/** How many rows a list has at an address: as its result line says, or counted where it has none. */
function rowsAt(page: Page, href: string): Promise<string> {
  return page.evaluate(
    async (address) => {
      const text = await (await fetch(address)).text()
      const list = new DOMParser().parseFromString(
        text.replaceAll(/<script[\s\S]*?<\/script>/g, ''),
        'text/html',
      )
      const result = list.querySelector('[data-list-result]')?.textContent
      return result
        ? (/^[\d,]+/.exec(result)?.[0] ?? result)
        : String(list.querySelectorAll('main tbody tr').length)
    },
    `${href}${href.includes('?') ? '&' : '?'}total=exact`,
  )
}

test('the common filters come first, the others are behind "More"', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openAs(page, 'owner', '/payments')
  await filterButton(page).click()
  const panel = page.locator('details[open] [data-filter-panel]').first()
  await expect(panel.locator('fieldset').filter({ visible: true })).toHaveCount(5)
  await panel.getByText(/^More/).click()
  await panel.getByLabel('Card ending').fill('1007')
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/last4=1007/)
})

test('a head sorts the list, the URL says so, and pages, filters and exports keep the order', async ({
  page,
}) => {
  await openAs(page, 'owner', '/payments?to=yesterday')
  const head = (name: RegExp) => page.getByRole('columnheader', { name })
  await expect(head(/Created/)).toHaveAttribute('aria-sort', 'descending')
  await head(/^Amount/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/sort=-amount/)
  await expect(head(/^Amount/)).toHaveAttribute('aria-sort', 'descending')
  await expect(head(/Created/)).not.toHaveAttribute('aria-sort')
  await expect(head(/^Amount/).getByRole('link')).toBeFocused()
  const amounts = async () =>
    (await page.locator('main td[data-place=amount]').allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, '')),
    )
  const first = await amounts()
  expect(first).toEqual(first.toSorted((a, b) => b - a))
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/sort=-amount.*starting_after|starting_after.*sort=-amount/)
  const second = await amounts()
  expect(second[0]).toBeLessThanOrEqual(first.at(-1) ?? 0)
  await page.getByRole('link', { name: 'Previous', exact: true }).click()
  await expect.poll(amounts).toEqual(first)
  const exporting = page.getByRole('link', { name: 'Export', exact: true }).first()
  await expect(exporting).toHaveAttribute('href', /sort=-amount/)
  await head(/^Amount/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/sort=amount/)
  await expect(head(/^Amount/)).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('Filter payments').fill('status:captured')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=captured.*sort=amount|sort=amount.*status=captured/)
  const captured = await amounts()
  expect(captured).toEqual(captured.toSorted((a, b) => a - b))
  await page.goto('/payments?sort=email')
  await expect(page.getByRole('alert').filter({ hasText: 'Unknown sort "email"' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })
  test('a list is sorted beside its filters, which stay, and no head takes the focus out of sight', async ({
    page,
  }) => {
    await openAs(page, 'owner', '/payments?to=yesterday')
    const choice = page.locator('summary[data-filter="Sort"]')
    await expect(choice).toContainText('Newest first')
    await choice.click()
    await page.getByLabel('Sort', { exact: true }).selectOption('Largest amount first')
    await page.getByRole('button', { name: 'Apply', exact: true }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/payments\?(?=.*to=yesterday)(?=.*sort=-amount)/)
    await expect(choice).toContainText('Largest amount first')
    await expect(choice).toBeFocused()
    const amounts = (await page.locator('main td[data-place=amount]').allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, '')),
    )
    expect(amounts.length).toBeGreaterThan(2)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    await expect(page.locator('thead a').filter({ visible: true })).toHaveCount(0)
    await expectUsable(page)
    // A filter that is applied keeps the order.
    await filterButton(page).click()
    await page.getByLabel('Minimum amount').fill('1')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/(?=.*min=1)(?=.*sort=-amount)/)
    await choice.click()
    await page.getByLabel('Sort', { exact: true }).selectOption('Newest first')
    await page.getByRole('button', { name: 'Apply', exact: true }).filter({ visible: true }).click()
    await expect(page).not.toHaveURL(/sort=/)
  })

  test('the order is chosen without script, too', async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, viewport: PHONE })
    await openAs(page, 'owner', '/payouts')
    await page.locator('summary[data-filter="Sort"]').click()
    await page.getByLabel('Sort', { exact: true }).selectOption('Smallest amount first')
    await page.getByRole('button', { name: 'Apply', exact: true }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/sort=amount/)
    await expect(page.locator('summary[data-filter="Sort"]')).toContainText('Smallest amount first')
    await page.close()
  })
})

test('in every list the first row is at hand: for the eye within 220 px, for the keyboard within 5 presses of Tab', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  let withRows = 0
  for (const list of ALL) {
    await openAs(page, 'owner', list)
    // A list that has never had a row begins with what it is for.
    const first = page.locator(ROWS).first()
    if ((await first.count()) === 0) continue
    withRows += 1
    expect.soft((await first.boundingBox())?.y, list).toBeLessThanOrEqual(220)
    const keyboard = new Keyboard(page)
    const inRow = () => first.evaluate((row) => row.contains(document.activeElement))
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the first row' })).toBeFocused()
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    expect.soft(await inRow(), `${list}: the focus after ${keyboard.count} keys`).toBe(true)
    await keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  }
  expect(withRows).toBeGreaterThan(18)
})

test('a tablet has a table beside the icons of the sidebar, and a wide window the whole emails', async ({
  page,
}) => {
  test.slow()
  await openAs(page, 'owner', '/')
  for (const list of ['/payments', '/customers', '/refunds', '/settlements', '/orders', '/payouts']) {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(list)
    expect.soft((await page.locator('#nouns').boundingBox())?.width, list).toBe(60)
    await expect.soft(page.locator('[data-table] thead th').first(), list).toBeVisible()
    expect.soft((await page.locator(ROWS).first().boundingBox())?.height, list).toBeLessThanOrEqual(41)
    await expectUsable(page)
  }
  await page.setViewportSize({ width: 1920, height: 900 })
  for (const list of ALL) {
    await page.goto(list)
    const emails = page.locator('#rows .truncate').filter({ hasText: '@' })
    const tooLong = await emails.evaluateAll((texts) =>
      texts.flatMap((text) => (text.scrollWidth > text.clientWidth ? [text.textContent ?? ''] : [])),
    )
    // The widest addresses that other tests enter are cut even there.
    const whole = tooLong.filter((email) => email.length <= 40)
    expect.soft(whole, list).toEqual([])
  }
})

/** How much the page has shifted by itself so far. */
async function shiftOf(page: Page): Promise<{ value: number; sources: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const found = { value: 0, sources: [] as string[] }
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            sources: { node: Element | null }[]
          })[]) {
            found.value += entry.value
            found.sources.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''))
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(found), 300)
      }),
  )
}

/** The left edge of each column, in pixels. */
function columnsOf(page: Page): Promise<number[]> {
  return page
    .locator('main th[scope="col"]')
    .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().x)))
}

test('columns stand where they stood before the font of IDs arrived', async ({ page }) => {
  const font = /jetbrains.*woff2/
  await page.setViewportSize(DESKTOP)
  await beStaff(page, 'owner')
  for (const path of ['/payments', '/orders', '/refunds']) {
    await page.route(font, (route) => route.abort())
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    const before = await columnsOf(page)
    await page.unroute(font)
    await page.goto(path)
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /JetBrains/.test(family) && status === 'loaded'),
    )
    await page.evaluate(() => document.fonts.ready)
    const after = await columnsOf(page)
    expect(after.length).toBeGreaterThan(0)
    for (const [at, x] of after.entries())
      expect(Math.abs(x - (before[at] ?? 0)), `${path}, column ${at + 1}`).toBeLessThan(3)
  }
})

/** The truncated texts of a column that are no longer than an email of the demo merchant. */
function truncatedIn(page: Page, column: number): Promise<string[]> {
  return page.locator(`main tbody tr > :nth-child(${column}) .truncate`).evaluateAll((texts) =>
    texts
      .filter((text) => text.textContent !== null && text.textContent.length <= 28)
      .filter((text) => text.scrollWidth > text.clientWidth)
      .map((text) => text.textContent ?? ''),
  )
}

test('an email is not truncated on a desktop, nor is a subject on a phone', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await openAs(page, 'owner', '/customers')
  await expect(page.locator('main tbody tr').first()).toBeVisible()
  expect(await truncatedIn(page, 2)).toEqual([])
  await page.goto('/approvals')
  await expect(page.locator('main tbody tr').first()).toBeVisible()
  expect(await truncatedIn(page, 5)).toEqual([])
  await page.setViewportSize(PHONE)
  await page.goto('/outbox')
  // A folded row without an amount has the whole width for its title.
  const subject = page.locator('main tbody .truncate').first()
  await expect(subject).toBeVisible()
  const [wide, row] = await subject.evaluate((text) => [
    text.closest('th')?.clientWidth ?? 0,
    text.closest('tr')?.clientWidth ?? 0,
  ])
  expect(wide).toBe(row)
  await expect(page.locator('[data-list-result]')).toHaveText(/^\d+ emails?$/)
})

/** Expects the Apply button in view when the filters are open, at every size. */
async function expectApplyInView(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await filterButton(page).click()
    const apply = page.locator('details[open] button', { hasText: 'Apply' })
    const box = await apply.boundingBox()
    const where = `${size.width} x ${size.height}`
    expect.soft(box, where).not.toBeNull()
    expect.soft((box?.y ?? 0) + (box?.height ?? 0), where).toBeLessThanOrEqual(size.height)
    expect.soft(box?.x, where).toBeGreaterThanOrEqual(0)
    expect.soft((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(size.width)
    await page.keyboard.press('Escape')
    await expect(page.locator('details[open]')).toHaveCount(0)
  }
}

/** Expects that nothing on a page that was just opened shifts by itself. */
async function expectStill(page: Page): Promise<void> {
  const where = `${page.url()} at ${page.viewportSize()?.width}`
  expect.soft(await shiftOf(page), where).toEqual({ value: 0, sources: [] })
}

test.describe('on the first visit', () => {
  // Fonts that arrive late move a page, and those of a second visit do not.
  test.use({ firstVisit: true })

  // One test for what needs the page to be loaded and nothing else, since loading it takes longest.
  for (const list of LISTS) {
    test(`${list} opens its filters in view, and like its record holds still and holds text of 200 %`, async ({
      page,
    }) => {
      await page.setViewportSize(PHONE)
      await openAs(page, 'owner', list)
      await expectStill(page)
      const newest = page.locator('a.row-link').first()
      const record = (await newest.count()) === 0 ? null : await newest.getAttribute('href')
      // A list that has never had a row has no filters yet.
      const isEmpty = (await page.locator('main [data-empty]').count()) > 0
      if (FILTERED.includes(list) && !isEmpty) await expectApplyInView(page)
      for (const path of record ? [list, record] : [list]) {
        for (const size of path === list ? [DESKTOP] : [PHONE, DESKTOP]) {
          await page.setViewportSize(size)
          await page.goto(path)
          await expectStill(page)
        }
        await doubleText(page)
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await overhangs(page), `${path} at ${width}, 200 %`).toEqual([])
        }
      }
    })
  }
})
