/** A mention that is being typed: where it begins in the text, at its @, and what follows up to the cursor. */
export type Typing = { from: number; q: string }

/**
 * The mention before the cursor: an @ at the start of a word, and up to three words after it, since names have spaces.
 * Null where there is none, or where text is selected.
 */
export function typingIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Typing | null {
  if (selectionStart !== selectionEnd) return null
  const before = value.slice(Math.max(0, selectionStart - 100), selectionStart)
  const q = /(?<![\p{L}\p{N}_.+-])@([\p{L}\p{N}_][\p{L}\p{N}_.+@'-]*(?: [\p{L}\p{N}_.'-]+){0,2})$/u.exec(
    before,
  )?.[1]
  return q === undefined ? null : { from: selectionStart - q.length - 1, q }
}

/** Replaces the mention that is being typed, and goes on after it, behind a space. */
export function completeMention(textarea: HTMLTextAreaElement, { from, q }: Typing, label: string): void {
  const end = from + 1 + q.length
  const spaced = textarea.value[end] === ' '
  textarea.setRangeText(`@${label}${spaced ? '' : ' '}`, from, end, 'end')
  if (spaced) textarea.selectionStart += 1
  // The form learns of it as of typing.
  textarea.dispatchEvent(new Event('input', { bubbles: true }))
}
