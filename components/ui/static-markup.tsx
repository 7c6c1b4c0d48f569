'use client'
import { useLayoutEffect, useRef, useState } from 'react'
import { pageMarkup } from '#lib/values/page-markup.ts'
import { becomeMarkup } from './become-markup.ts'

type StaticMarkupProps = {
  as: 'div' | 'table' | 'details' | 'ul' | 'form'
  /** Under what the server keeps the text while it draws the page. */
  at: string
  /** The text, where it is not in the HTML of the page already. */
  html?: string | undefined
  className?: string | undefined
  open?: boolean
}

/** The texts of the pages that this tab has opened, for a way back to one. */
const opened = new Map<string, string>()

/** An element with a text of markup (static.tsx). Where another comes, only what differs is changed. */
export function StaticMarkup({ as: Tag, at, html, ...attributes }: StaticMarkupProps) {
  const element = useRef<HTMLElement>(null)
  const text = html ?? textAt(at)
  const [first] = useState({ __html: text })
  const drawn = useRef(text)
  useLayoutEffect(() => {
    if (element.current && drawn.current !== text) becomeMarkup(element.current, text)
    drawn.current = text
  }, [text])
  return (
    <Tag
      ref={(node: HTMLElement | null) => {
        element.current = node
      }}
      data-static={at}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup.ts has escaped it.
      dangerouslySetInnerHTML={first}
      {...attributes}
    />
  )
}

/** On the server as it was drawn; in a browser as the document had it. */
function textAt(at: string): string {
  const drawn = pageMarkup()?.get(at)
  if (drawn !== undefined) return drawn
  if (typeof document === 'undefined') throw new Error(`There is no markup ${at} for this page.`)
  if (!opened.has(at))
    for (const part of document.querySelectorAll<HTMLElement>('[data-static]'))
      opened.set(part.dataset.static ?? '', part.innerHTML)
  return opened.get(at) ?? ''
}
