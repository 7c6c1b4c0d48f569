import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '#scripts/browser.ts'

const CLICKS = 100

/**
 * How long a click on the first row of a list takes until its record is drawn, and the way back until the rows are there
 * again: the 95th percentile of both together, in milliseconds, in a browser without a window; null where there is none.
 * @param cookie of a session
 */
export async function clickThrough(url: string, cookie: string, list: string): Promise<number | null> {
  const executablePath = await ensureBrowser()
  if (!executablePath) return null
  const browser = await chromium.launch({ executablePath })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const cookies = cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string])
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
    const page = await context.newPage()
    await page.goto(url + list)
    await page.waitForLoadState('networkidle')
    const times: number[] = []
    // The first turns load the code of both pages.
    for (let click = -5; click < CLICKS; click += 1) {
      const time = (await drawn(page, 'row')) + (await drawn(page, 'back'))
      if (click >= 0) times.push(time)
    }
    return times.sort((a, b) => a - b)[Math.floor(CLICKS * 0.95)] ?? null
  } finally {
    await browser.close()
  }
}

/** Opens the first row, or goes back to the list. @returns the milliseconds from the click to the frame that has it */
function drawn(page: Page, to: 'row' | 'back'): Promise<number> {
  return page.evaluate(async (target) => {
    const wanted = target === 'row' ? '[data-slip]' : '#rows'
    const began = performance.now()
    if (target === 'row') document.querySelector<HTMLElement>('#rows a.row-link')?.click()
    else history.back()
    return new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector(wanted)) return requestAnimationFrame(look)
        // The frame in which it is found is drawn when the next task begins.
        setTimeout(() => resolve(performance.now() - began))
      }
      requestAnimationFrame(look)
    })
  }, to)
}
