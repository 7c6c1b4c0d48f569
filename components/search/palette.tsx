'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from 'next/navigation'
import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { pathInOtherMode } from '#components/app-shell/path-in-other-mode.ts'
import { useLookup } from '#components/shared/queries.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { inputLook, lifted, menuItem } from '#components/ui/looks.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { countOf, entriesOf, type PaletteEntry } from './palette-entries.ts'
import { recentOf } from './recent.ts'
import { kindsInWords, type SearchResponse, understoodText } from './search-labels.ts'

export type PaletteProps = {
  open: boolean
  /** What was typed before it was open. */
  initial: string
  onClose: () => void
  /** Where the focus goes when it closes. */
  returnTo: RefObject<HTMLInputElement | null>
  /** The pages and forms that the role may open, by their paths. */
  allowed: string[]
  /** Under this name the browser keeps which records were opened. */
  recentKey: string
  mode: 'test' | 'live'
  chooseMode: (form: FormData) => Promise<void>
  signOut: () => Promise<void>
}

/** How long Enter waits for the results of what was typed, in milliseconds; then the page of results shows them. */
const PATIENCE = 2000

/** Finds records, pages and actions while one types. */
export function Palette({ open, onClose, returnTo, ...rest }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          data-dialog=""
          finalFocus={returnTo}
          className={classNames(
            lifted,
            'fixed top-[10vh] left-1/2 z-50 flex max-h-[76vh] w-[min(640px,calc(100vw-16px))] -translate-x-1/2 flex-col overflow-hidden outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 max-desk:top-2 max-desk:max-h-[calc(100dvh-16px)]',
          )}
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Finder {...rest} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type FinderProps = Omit<PaletteProps, 'open' | 'returnTo'>

function Finder({ initial, allowed, recentKey, mode, chooseMode, signOut, onClose }: FinderProps) {
  const router = useRouter()
  const { grouping } = usePreferences()
  const [text, setText] = useState(initial)
  const [cached, setStored] = useState<SearchResponse | null>(null)
  const recent = useMemo(() => recentOf(recentKey), [recentKey])
  const q = text.trim()
  const asks = q.length >= 2
  const found = useLookup<SearchResponse>(asks ? `/search/results?${new URLSearchParams({ q })}` : null, 60)
  if (found && found !== cached) setStored(found)
  const late = asks && !found
  const shown = asks ? (found ?? cached) : null
  // The same entries at each render: new ones would take the highlight back to the first.
  const groups = useMemo(
    () => entriesOf({ q, found: shown, late, recent, allowed, grouping, mode }),
    [q, shown, late, recent, allowed, grouping, mode],
  )
  const first = groups[0]?.items[0]

  function choose({ href, runs }: PaletteEntry) {
    onClose()
    if (runs === 'sign_out') startTransition(signOut)
    else if (runs === 'mode') startTransition(() => chooseMode(switchForm(mode)))
    else router.push(href)
  }

  // Enter before the results have arrived opens the first of them, and not the first of what was found before.
  const entered = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(entered.current), [])
  useEffect(() => {
    if (late || entered.current === undefined) return
    clearTimeout(entered.current)
    entered.current = undefined
    if (first) choose(first)
  })
  function enterLate() {
    clearTimeout(entered.current)
    entered.current = setTimeout(() => {
      onClose()
      router.push(`/search?${new URLSearchParams({ q })}`)
    }, PATIENCE)
  }

  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      autoHighlight="always"
      itemToStringValue={({ id }: PaletteEntry) => id}
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setText(next)
      }}
    >
      <Autocomplete.Input
        aria-label="Search"
        placeholder="ID, email, phone, receipt, amount, or a page"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        className={inputLook(
          'default',
          'rounded-b-none border-0 border-b border-line bg-surface px-4 text-[1rem] focus-visible:outline-none',
        )}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventBaseUIHandler()
            onClose()
          } else if (event.key === 'Enter' && late) {
            event.preventDefault()
            event.preventBaseUIHandler()
            enterLate()
          }
        }}
      />
      <Autocomplete.List
        aria-label="Results"
        aria-busy={late}
        className="min-h-0 flex-1 overflow-y-auto p-1.5 outline-none"
      >
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-0.5 text-note text-ink-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <Autocomplete.Item
                  key={entry.id}
                  value={entry}
                  className={`${menuItem} scroll-my-2 data-highlighted:bg-accent-tint`}
                  onClick={() => choose(entry)}
                >
                  <span className={classNames('min-w-0 truncate', entry.mono && 'mono')}>{entry.label}</span>
                  {entry.detail && (
                    <span className="num ml-auto min-w-0 truncate pl-3 text-right text-small text-ink-2">
                      {entry.detail}
                    </span>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Outcome q={q} found={asks ? (found ?? null) : null} count={countOf(groups)} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-small text-ink-2 max-desk:hidden">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> to move
        </span>
        <span>
          <Kbd>Enter</Kbd> to open
        </span>
        <span>
          <Kbd>Esc</Kbd> to close
        </span>
      </p>
    </Autocomplete.Root>
  )
}

/** Leads to the other mode, on the page that is open. */
function switchForm(mode: 'test' | 'live'): FormData {
  const form = new FormData()
  form.set('mode', mode === 'test' ? 'live' : 'test')
  const { pathname, search } = window.location
  form.set('return_to', pathInOtherMode(pathname, search.slice(1)))
  return form
}

function nothingText(q: string, { understood }: SearchResponse): string {
  const read = understoodText(understood)
  return `Nothing found for “${q}”${read === null ? '' : `, read as ${read}`}.`
}

/** Says how much was found, and what is only in the other mode. */
function Outcome({ q, found, count }: { q: string; found: SearchResponse | null; count: number }) {
  const elsewhere = found?.elsewhere
  const problem = found?.list?.problems[0] ?? (found && count === 0 ? nothingText(q, found) : null)
  const look = elsewhere || problem ? 'text-table' : 'text-small text-ink-2'
  return (
    <p role="status" className={elsewhere || problem ? `border-t border-line px-4 py-2 ${look}` : 'sr-only'}>
      {elsewhere ? (
        <>
          Found only in {elsewhere.mode} mode: {kindsInWords(elsewhere.kinds)}.{' '}
          <a href={`/search?${new URLSearchParams({ q })}`} className="link">
            Switch to {elsewhere.mode} mode
          </a>
        </>
      ) : (
        (problem ?? (found && (count === 1 ? '1 result.' : `${count} results.`)))
      )}
    </p>
  )
}
