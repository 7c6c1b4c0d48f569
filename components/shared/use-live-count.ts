import { useEffect, useState } from 'react'

/** How long to wait before a stream is opened again, in milliseconds: twice as long each time, up to a maximum. */
const FIRST_WAIT = 2000
const LONGEST_WAIT = 5 * 60_000

/**
 * The count that a stream of server-sent events tells, 0 before. It is open only while the page is visible, so that a tab in
 * the background takes none of the browser's few connections, and it ends when the server says that the person may not
 * go on.
 */
export function useLiveCount(path: string): number {
  const [announced, setAnnounced] = useState({ path, count: 0 })
  useEffect(() => {
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    let failures = 0
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = null
    }
    const open = () => {
      close()
      if (ended || document.hidden) return
      source = new EventSource(path)
      source.addEventListener('count', ({ data }) => {
        failures = 0
        setAnnounced({ path, count: (JSON.parse(data) as { count: number }).count })
      })
      source.addEventListener('end', () => {
        ended = true
        close()
      })
      source.addEventListener('error', () => {
        close()
        const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
        failures += 1
        // Not all pages at once, after a restart of the server.
        timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
      })
    }
    open()
    document.addEventListener('visibilitychange', open)
    return () => {
      document.removeEventListener('visibilitychange', open)
      close()
    }
  }, [path])
  return announced.path === path ? announced.count : 0
}
