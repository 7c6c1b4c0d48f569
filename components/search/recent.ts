const MAX_RECENT = 6

export type Recent = { href: string; id: string; title: string }

/**
 * Keeps the record that a person opened, newest first, for this tab only: on a shared computer the next person opens
 * another one.
 */
export function keepRecent(key: string, path: string, title: string): void {
  const [, id] = /^\/[a-z-]+\/([a-z]+_(?:test_|live_)?[0-9A-Za-z]{14})$/.exec(path) ?? []
  if (id === undefined) return
  const others = recentOf(key).filter(({ href }) => href !== path)
  const first = { href: path, id, title: withoutFrame(title, id) }
  try {
    sessionStorage.setItem(key, JSON.stringify([first, ...others].slice(0, MAX_RECENT)))
  } catch {
    // Storage can be full or switched off: the palette then has no recent records.
  }
}

/** The records that were opened in this tab, newest first. */
export function recentOf(key: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

function isRecent(value: unknown): value is Recent {
  const { href, id, title } = (value ?? {}) as Record<string, unknown>
  return [href, id, title].every((text) => typeof text === 'string') && String(href).startsWith('/')
}

/** "Test · ₹1,250.00 captured · pay_… · Payments" is "₹1,250.00 captured". */
function withoutFrame(title: string, id: string): string {
  const parts = title.split(' · ').filter((part) => part !== 'Test' && part !== id)
  return parts.length > 1 ? parts.slice(0, -1).join(' · ') : (parts[0] ?? '')
}
