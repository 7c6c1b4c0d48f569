'use client'
import { usePathname } from 'next/navigation'
import { type ComponentType, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { PaletteProps } from '#components/search/palette.tsx'
import { keepRecent } from '#components/search/recent.ts'
import { SearchIcon } from '#components/ui/icons.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { inputLook } from '#components/ui/looks.ts'
import { isShortcut } from '#components/ui/shortcut.ts'

type SearchBoxProps = Pick<PaletteProps, 'allowed' | 'recentKey' | 'mode' | 'chooseMode' | 'signOut'>

/**
 * Searches all records. Ctrl K, / and a click open the palette, which is loaded then. Without script, and until it is
 * loaded, this is a form that leads to the page of results.
 */
export function SearchBox(props: SearchBoxProps) {
  const { recentKey } = props
  const input = useRef<HTMLInputElement>(null)
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const path = usePathname()

  // The title of a page arrives after its path.
  useEffect(() => {
    const timer = setTimeout(() => keepRecent(recentKey, path, document.title), 600)
    return () => clearTimeout(timer)
  }, [path, recentKey])

  const open = useCallback(async () => {
    const field = input.current
    field?.focus()
    field?.select()
    try {
      const { Palette: loaded } = await import('#components/search/palette.tsx')
      setPalette(() => loaded)
      // What was typed while it was loading goes on in it.
      setTyped(field?.value ?? '')
      if (field) field.value = ''
    } catch {
      // The connection is lost: the form is still there.
    }
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (!isCall(event)) return
        event.preventDefault()
        void open()
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [open])

  function press(event: PointerEvent) {
    if (event.button !== 0) return
    event.preventDefault()
    void open()
  }

  return (
    <search className="min-w-0 flex-1 desk:max-w-[440px]">
      <form action="/search" method="get" className="relative" onPointerDown={press}>
        <SearchIcon
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3"
        />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search"
          aria-keyshortcuts="Control+K Meta+K"
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
      {Palette && (
        <Palette
          open={typed !== null}
          initial={typed ?? ''}
          onClose={() => setTyped(null)}
          returnTo={input}
          {...props}
        />
      )}
    </search>
  )
}

function isCall(event: KeyboardEvent): boolean {
  if (document.querySelector('[data-dialog]')) return false
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return true
  return event.key === '/' && isShortcut(event)
}
