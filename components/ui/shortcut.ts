/** Where keys are typed or belong to something else; a check box takes none but Space. */
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/**
 * Whether a key that was pressed alone is a shortcut: nothing is being typed, and the person has not switched them off,
 * since speech input and trembling hands press single keys unawares.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return false
  if (document.documentElement.dataset.shortcuts === 'off') return false
  return !document.activeElement?.closest(TYPING)
}
