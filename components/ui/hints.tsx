'use client'
import { useEffect, useRef, useState } from 'react'
import type { HintReadings } from './hint-readings.tsx'
import { lifted } from './looks.ts'

type Hint = {
  anchor: HTMLElement
  text?: string
  unix?: number
  zone?: string
  Readings?: typeof HintReadings
}

/**
 * The card for the hovered or focused element: the sentence in `title` of a [data-hint], or the four formats of a
 * timestamp. Without script the browser shows `title` itself.
 */
export function Hints() {
  const [hint, setHint] = useState<Hint | null>(null)
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const stop = new AbortController()
    const on = (type: string, listen: (event: Event) => void) =>
      document.addEventListener(type, listen, { signal: stop.signal, capture: true })
    let timer: ReturnType<typeof setTimeout>
    let latest: Hint | null = null
    const open = (found: Hint | null, wait: number) => {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        latest = found
        if (found?.unix === undefined) return setHint(found)
        // Loaded with the first time that is pointed at.
        const { HintReadings: Readings } = await import('./hint-readings.tsx')
        if (latest === found && !stop.signal.aborted) setHint({ ...found, Readings })
      }, wait)
    }
    on('pointerover', (event) => {
      if ((event as PointerEvent).pointerType !== 'mouse' || inside(event, card.current))
        return clearTimeout(timer)
      open(hintOf(event), 220)
    })
    on('focusin', (event) => inside(event, card.current) || open(hintOf(event), 0))
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && open(null, 0))
    on('scroll', () => open(null, 0))
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])

  useEffect(() => {
    if (!hint || !card.current) return
    place(card.current, hint.anchor)
    // The browser's own tooltip would come on top of this one.
    const { anchor } = hint
    const title = anchor.title
    anchor.removeAttribute('title')
    return () => {
      anchor.title = title
    }
  }, [hint])

  if (!hint) return null
  return (
    <div
      ref={card}
      aria-hidden="true"
      className={`${lifted} print:hidden invisible fixed top-0 left-0 z-60 w-max max-w-[min(320px,calc(100vw-16px))] animate-appear rounded-control px-2.5 py-[7px] text-small`}
    >
      {hint.unix !== undefined && hint.Readings ? (
        <hint.Readings unix={hint.unix} zone={hint.zone ?? 'UTC'} />
      ) : (
        hint.text
      )}
    </div>
  )
}

function hintOf(event: Event): Hint | null {
  const anchor = (event.target as Element).closest?.<HTMLElement>('[data-hint], [data-unix]')
  if (!anchor) return null
  const { unix, zone } = anchor.dataset
  if (unix !== undefined) return { anchor, unix: Number(unix), ...(zone === undefined ? {} : { zone }) }
  return { anchor, text: anchor.title || anchor.dataset.hint || '' }
}

function inside(event: Event, card: HTMLElement | null): boolean {
  return card?.contains(event.target as Node) ?? false
}

function place(card: HTMLElement, anchor: HTMLElement) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = card.getBoundingClientRect()
  const left = Math.min(Math.max(8, at.left), document.documentElement.clientWidth - width - 8)
  const below = at.bottom + 6
  const top = below + height > innerHeight - 8 ? at.top - height - 6 : below
  card.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
  card.style.visibility = 'visible'
}
