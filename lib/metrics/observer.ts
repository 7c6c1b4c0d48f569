import type { JobName } from '#lib/ports/jobs.ts'

/**
 * What the busy parts of the server report while metrics are on. Labels come from closed lists: never an ID, never a text
 * that a caller sent.
 */
export type Observer = {
  /** A request that ended. @param status `2xx` and so on, or `aborted`. @param seconds from the first byte to the last */
  request(method: string, route: string, status: string, seconds: number): void
  /** A job that ran. @param result `done`, or `failed`: it is tried again until its retries are used up */
  job(queue: JobName, result: 'done' | 'failed', seconds: number): void
  /** An attempt to deliver an event. @param result `delivered`, or the kind of the failure */
  delivery(result: string, seconds: number): void
  /** A call to an acquirer of live mode. @param outcome of the response, or `error` without one */
  acquirerCall(call: string, outcome: string, seconds: number): void
}

/** The observer of this process, or undefined while metrics are off. On globalThis, since Next bundles routes apart. */
export function observer(): Observer | undefined {
  return globals.counterfoilObserver
}
const globals = globalThis as { counterfoilObserver?: Observer | undefined }

/** Sets the observer of this process, or with undefined ends observing. */
export function observeWith(observer: Observer | undefined): void {
  globals.counterfoilObserver = observer
}
