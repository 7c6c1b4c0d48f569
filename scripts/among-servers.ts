/** What a process of several (servers.ts) and the one that started it tell each other. */
import type { Demo } from '#scripts/demo.ts'

/** Said once, when everything of the process is ready. */
export type Ready = { ready: true; demo?: Demo | undefined }

/** Told to a process whose place another has taken. */
export const RETIRE = 'retire'

export function sayReady(demo?: Demo): void {
  process.send?.({ ready: true, demo } satisfies Ready)
}

export function onRetired(retire: () => void): void {
  process.on('message', (message) => message === RETIRE && retire())
}
