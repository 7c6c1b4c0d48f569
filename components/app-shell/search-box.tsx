'use client'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { inputLook } from '#components/ui/looks.ts'

/** Finds an id at once, anything else among the payments. Ctrl K or / goes there. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('keydown', (event) => isCall(event) && focus(event, input.current), {
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [])
  return (
    <search className="min-w-0 flex-1 desk:max-w-[440px]">
      <form action="/search" method="get" className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3"
        />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search"
          placeholder="Search by ID, email, phone, receipt or amount"
          autoComplete="off"
          spellCheck={false}
          className={inputLook('small', 'bg-surface pr-16 pl-8 max-desk:pr-2')}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center max-desk:hidden"
        >
          <Kbd>Ctrl K</Kbd>
        </span>
      </form>
    </search>
  )
}

function isCall(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return true
  const writing = document.activeElement?.closest(
    'input, textarea, select, [contenteditable], [role="dialog"]',
  )
  return event.key === '/' && !writing && !event.ctrlKey && !event.metaKey && !event.altKey
}

function focus(event: KeyboardEvent, input: HTMLInputElement | null) {
  event.preventDefault()
  input?.focus()
  input?.select()
}
