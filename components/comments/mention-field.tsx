'use client'
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { TextAreaField } from '#components/shared/form/fields.tsx'
import { completeMention, type Typing, typingIn } from './mention-typing.ts'

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
