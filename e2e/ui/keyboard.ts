import { expect, type Locator, type Page } from '@playwright/test'

/** Moves the focus to a control with the Tab key only. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  const focused = () => control.evaluate((node) => node === document.activeElement)
  for (let step = 0; step < 60 && !(await focused()); step += 1) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}
