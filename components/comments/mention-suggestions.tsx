'use client'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLookup } from '#components/shared/queries.ts'
import { lifted, menuItem } from '#components/ui/looks.ts'
import type { Colleague } from '#lib/domain/comments/schema.ts'

type MentionSuggestionsProps = {
  id: string
  objectId: string
  /** What follows the @. */
  q: string
  /** Gets what handles the keys of the text field while the list is open. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  /** Told the ID of the highlighted suggestion; undefined while there is none. */
  onActive: (id: string | undefined) => void
  onChoose: (colleague: Colleague) => void
  onClose: () => void
}

/** The colleagues whom a mention may mean, below the text field, which keeps the focus. */
export function MentionSuggestions({
  id,
  objectId,
  q,
  keys,
  onActive,
  onChoose,
  onClose,
}: MentionSuggestionsProps) {
  const path = `/comments/colleagues?${new URLSearchParams({ object_id: objectId, q })}`
  const items = useLookup<{ items: Colleague[] }>(path, 150)?.items
  const [highlighted, setHighlighted] = useState<{ path: string; at: number }>({ path, at: 0 })
  const at = highlighted.path === path ? highlighted.at : 0
  const chosen = items?.[at]
  const optionId = (colleague: Colleague) => `${id}-${colleague.id}`

  const active = chosen && optionId(chosen)
  useEffect(() => {
    onActive(active)
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
    return () => onActive(undefined)
  }, [active, onActive])

  useLayoutEffect(() => {
    keys.current = (event) => {
      const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event
      if (!items || !chosen || nativeEvent.isComposing || shiftKey || ctrlKey || metaKey || altKey) return
      if (key === 'ArrowDown') setHighlighted({ path, at: (at + 1) % items.length })
      else if (key === 'ArrowUp') setHighlighted({ path, at: (at + items.length - 1) % items.length })
      else if (key === 'Enter' || key === 'Tab') onChoose(chosen)
      else if (key === 'Escape') onClose()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    return () => {
      keys.current = null
    }
  })

  // A text of several words without a match is no longer a name.
  const nothing = items?.length === 0 && !q.includes(' ')
  return (
    <div className="relative">
      {items && items.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Colleagues"
          className={`${lifted} absolute inset-x-0 top-0 z-30 mt-1 max-h-70 animate-appear overflow-y-auto p-1`}
        >
          {items.map((colleague, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field keeps the focus, and its keys choose.
            <div
              key={colleague.id}
              id={optionId(colleague)}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              data-highlighted={place === at ? '' : undefined}
              // The text field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(colleague)}
              className={menuItem}
            >
              <span className="min-w-0 flex-1 truncate">{colleague.name || colleague.email}</span>
              {colleague.name !== '' && colleague.name !== colleague.email && (
                <span className="max-w-3/5 truncate text-small text-ink-2">{colleague.email}</span>
              )}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={nothing ? 'mt-1 text-small text-ink-2' : 'sr-only'}>
        {nothing
          ? 'No colleagues found.'
          : items &&
            items.length > 0 &&
            `${items.length === 1 ? '1 colleague' : `${items.length} colleagues`} found. Use the arrow keys, and Enter to choose.`}
      </p>
    </div>
  )
}
