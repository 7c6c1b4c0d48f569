/**
 * The id of the one live region of the dashboard. It stays during navigations, so screen readers announce its
 * changes.
 */
export const SAID = 'said'

/** Has screen readers say some words. */
export function say(words: string): void {
  const region = document.getElementById(SAID)
  if (!region) return
  // Emptied first, so that the same words are said again.
  region.textContent = ''
  requestAnimationFrame(() => {
    region.textContent = words
  })
}
