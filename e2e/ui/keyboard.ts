import { expect, type Locator, type Page } from '@playwright/test'

/** Moves the focus to a control with the Tab key only. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await new Keyboard(page).tabTo(control)
}

/** A keyboard that counts its keys. The mouse is not used beside it. */
export class Keyboard {
  readonly #page: Page
  /** How many keys were pressed. */
  count = 0
  constructor(page: Page) {
    this.#page = page
  }

  /** Presses a key. At both ends of a dialog a guard passes the focus on in the next frame, before a person's next key. */
  async press(key: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.press(key)
    await expect(this.#page.locator('[data-base-ui-focus-guard]:focus')).toHaveCount(0)
  }

  async type(text: string): Promise<void> {
    this.count += text.length
    await this.#page.keyboard.type(text)
  }

  /** Moves the focus to a control, forwards with Tab or backwards with Shift and Tab. */
  async tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const focused = () => control.evaluate((node) => node === document.activeElement)
    for (let step = 0; step < 60 && !(await focused()); step += 1) await this.press(key)
    await expect(control).toBeFocused()
  }

  /** Reaches a control past the navigation, by the link that skips it. */
  async skipTo(control: Locator): Promise<void> {
    await this.press('Tab')
    await expect(this.#page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    await this.press('Enter')
    await this.tabTo(control)
  }
}
