'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Hands over files that are dropped anywhere on the page or pasted into it, while their place can be seen.
 * @returns whether files hang above the page now
 */
export function useDroppedFiles(
  place: RefObject<HTMLElement | null>,
  take: (files: File[]) => void,
): boolean {
  const [dragged, setDragged] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // Each element that is entered and left on the way tells so.
    let depth = 0
    const over = (change: number) => {
      depth = Math.max(0, depth + change)
      setDragged(depth > 0)
    }
    const listen = <T extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
      type: T,
      act: (event: DragEvent) => void,
    ) =>
      addEventListener(type, (event) => isOfFiles(event) && place.current?.checkVisibility() && act(event), {
        signal,
      })
    listen('dragenter', () => over(1))
    listen('dragleave', () => over(-1))
    // Otherwise the browser would leave the page to show the file.
    listen('dragover', (event) => event.preventDefault())
    listen('drop', (event) => {
      event.preventDefault()
      depth = 0
      setDragged(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    })
    addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])]
        if (files.length === 0 || !place.current?.checkVisibility()) return
        event.preventDefault()
        latest.current(files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [place])
  return dragged
}

function isOfFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
