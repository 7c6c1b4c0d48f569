'use client'
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { TextAreaField } from '#components/shared/form/fields.tsx'

/** Loaded with the first mention. */
const Suggestions = lazy(async () => ({
  default: (await import('./mention-suggestions.tsx')).MentionSuggestions,
}))

type MentionFieldProps = ComponentProps<typeof TextAreaField> & {
  /** The record that the text is about: only people who can see it are suggested. */
  objectId: string
}

/**
 * A text in which @ and the start of a name or email suggests colleagues: arrow keys go through them, Enter and Tab choose,
 * Escape closes the list. Without script it is a text field.
 *
 * The role stays that of a text field: HTML allows no other one for a textarea. The list is announced by its status.
 */
export function MentionField({ objectId, ...field }: MentionFieldProps) {
  const listId = useId()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [typing, setTyping] = useState<Typing | null>(null)
  /** Where the list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  /** The ID of the highlighted suggestion. */
  const [active, setActive] = useState<string | undefined>()
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)

  function follow(element: HTMLTextAreaElement) {
    textarea.current = element
    const next = typingIn(element)
    setTyping((before) => (before?.from === next?.from && before?.q === next?.q ? before : next))
    if (next?.from !== closedAt) setClosedAt(null)
  }

  const open = typing !== null && typing.from !== closedAt
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the blur of the text field comes up to here; nothing is pressed here.
    <div onBlur={() => setTyping(null)}>
      <TextAreaField
        {...field}
        aria-autocomplete="list"
        aria-controls={active === undefined ? undefined : listId}
        aria-activedescendant={active}
        onInput={({ currentTarget }) => follow(currentTarget)}
        onSelect={({ currentTarget }) => follow(currentTarget)}
        onKeyDown={(event) => keys.current?.(event)}
        note={
          open && (
            <Suspense>
              <Suggestions
                id={listId}
                objectId={objectId}
                q={typing.q}
                keys={keys}
                onActive={setActive}
                onChoose={({ label }) => textarea.current && completeMention(textarea.current, typing, label)}
                onClose={() => setClosedAt(typing.from)}
              />
            </Suspense>
          )
        }
      />
    </div>
  )
}

/** A mention that is being typed: where it begins in the text, at its @, and what follows up to the cursor. */
type Typing = { from: number; q: string }

/**
 * The mention before the cursor: an @ at the start of a word, and up to three words after it, since names have spaces.
 * Null where there is none, or where text is selected.
 */
function typingIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Typing | null {
  if (selectionStart !== selectionEnd) return null
  const before = value.slice(Math.max(0, selectionStart - 100), selectionStart)
  const q = /(?<![\p{L}\p{N}_.+-])@([\p{L}\p{N}_][\p{L}\p{N}_.+@'-]*(?: [\p{L}\p{N}_.'-]+){0,2})$/u.exec(
    before,
  )?.[1]
  return q === undefined ? null : { from: selectionStart - q.length - 1, q }
}

/** Replaces the mention that is being typed, and goes on after it, behind a space. */
function completeMention(textarea: HTMLTextAreaElement, { from, q }: Typing, label: string): void {
  const end = from + 1 + q.length
  const spaced = textarea.value[end] === ' '
  textarea.setRangeText(`@${label}${spaced ? '' : ' '}`, from, end, 'end')
  if (spaced) textarea.selectionStart += 1
  // The form learns of it as of typing.
  textarea.dispatchEvent(new Event('input', { bubbles: true }))
}
