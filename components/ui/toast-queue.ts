type Message = { title: string; description?: string }

const waiting: Message[] = []
const listeners = new Set<() => void>()

/** Confirms an action; the page itself shows the result. Can be called from anywhere in the browser. */
export function toast(title: string, options: { description?: string } = {}) {
  waiting.push({ title, ...options })
  for (const listener of listeners) listener()
}

/** Empties the queue. */
export function takeToasts(): Message[] {
  return waiting.splice(0)
}

/** @returns what stops listening */
export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
