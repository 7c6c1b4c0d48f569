'use client'
import { useEffect, useRef, useState } from 'react'
import { ageText } from '#lib/values/time-text.ts'
import { CopyButton } from './copy-button.tsx'
import { lifted } from './looks.ts'

type Hint = { anchor: HTMLElement; text: string }

/**
 * The card for the hovered or focused element: the sentence in `title` of a [data-hint], or the four formats of a
 * timestamp (time.tsx). Without script the browser shows `title` itself.
 */
export function Hints() {
  const [hint, setHint] = useState<Hint | null>(null)
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const stop = new AbortController()
    const on = (type: string, listen: (event: Event) => void) =>
      document.addEventListener(type, listen, { signal: stop.signal, capture: true })
    let timer: ReturnType<typeof setTimeout>
    const open = (found: Hint | null, wait: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => setHint(found), wait)
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
    const { title } = anchor
    if (title === '') return
    titles.set(anchor, title)
    anchor.removeAttribute('title')
    return () => {
      titles.delete(anchor)
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
      <Words text={hint.text} />
    </div>
  )
}

/** A sentence; or the formats of a timestamp, as time.tsx writes them. */
function Words({ text }: { text: string }) {
  const [here, utc, unix] = text.split(' · ')
  if (!/^\d+$/.test(unix ?? '')) return text
  return (
    <dl className="num grid grid-cols-[auto_auto] items-center gap-x-3 gap-y-0.5 [&_dd]:flex [&_dd]:items-center [&_dd]:gap-1 [&_dt]:text-ink-3">
      <dt>Here</dt>
      <dd>{here}</dd>
      <dt>UTC</dt>
      <dd>{utc}</dd>
      <dt>Unix</dt>
      <dd>
        <span className="mono">{unix}</span>
        <CopyButton value={unix ?? ''} label="Copy Unix seconds" tabIndex={-1} />
      </dd>
      <dt>Age</dt>
      <dd>{ageText(Number(unix), Math.floor(Date.now() / 1000))}</dd>
    </dl>
  )
}

/** The title of the element whose card is open: it has none itself then. */
const titles = new WeakMap<HTMLElement, string>()

const ANCHORS = '[data-hint], .pill, a.icon-button, :not(button) > time, button:has(> time)'

function hintOf(event: Event): Hint | null {
  const anchor = (event.target as Element).closest?.<HTMLElement>(ANCHORS)
  const text = anchor && (anchor.title || titles.get(anchor) || anchor.dataset.hint)
  return text ? { anchor, text } : null
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
