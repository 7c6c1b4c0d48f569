import { useEffect, useState } from 'react'
import { countText } from './count-text.ts'

/** The count of the selected rows at once, and their exact sums as soon as the server has added them up. */
export function useSelectionText(path: string, filters: string, ids: string[], pages: number): string {
  const [summed, setSummed] = useState({ of: '', text: '' })
  const chosen = ids.join(',')
  useEffect(() => {
    if (chosen === '') return
    const stop = new AbortController()
    const { signal } = stop
    const wait = setTimeout(async () => {
      const { sumsOf } = await import('./selection-sums.ts')
      const text = await sumsOf(`/selection${path}?${filters}&ids=${chosen}&pages=${pages}`, signal)
      if (text !== null) setSummed({ of: `${pages} ${chosen}`, text })
    }, 150)
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [path, filters, chosen, pages])
  if (chosen === '') return ''
  return summed.of === `${pages} ${chosen}` ? summed.text : countText(ids.length, pages)
}
