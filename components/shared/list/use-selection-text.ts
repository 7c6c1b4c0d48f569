import { useEffect, useState } from 'react'

/** The count of the selected rows at once, and their exact sums as soon as the server has added them up. */
export function useSelectionText(path: string, ids: string[]): string {
  const [summed, setSummed] = useState({ of: '', text: '' })
  const chosen = ids.join(',')
  useEffect(() => {
    if (chosen === '') return
    const stop = new AbortController()
    const { signal } = stop
    const wait = setTimeout(async () => {
      const text = await textOf(`/selection${path}?${new URLSearchParams({ ids: chosen })}`, signal)
      if (text !== null) setSummed({ of: chosen, text })
    }, 150)
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [path, chosen])
  if (chosen === '') return ''
  return summed.of === chosen ? summed.text : `${ids.length} selected`
}

/** Null where it cannot be had: the count alone is right, too. */
async function textOf(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { signal })
    return response.ok ? ((await response.json()) as { text: string }).text : null
  } catch {
    return null
  }
}
