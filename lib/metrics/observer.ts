import type { JobName } from '#lib/ports/jobs.ts'

/**
 * The kinds of work that are observed: what is known as one begins, and as it ends. Values come from closed lists, or are
 * IDs of records: never a text that a caller sent, and never a value of a statement.
 */
export type Work = {
  /** From the first byte to the last. `traceparent` is the caller's own name for it (W3C Trace Context). */
  request: {
    begun: { method: string; traceparent: string | undefined }
    ended: {
      route: string
      status: number | null
      aborted: boolean
      request_id?: string
      account_id?: string
    }
  }
  operation: {
    begun: { name: string; actor: string; mode: string; account_id: string }
    /** `isFault`: no expected error. */
    ended: Failed & { isFault: boolean }
  }
  /** A statement of SQL, with places for its values. */
  statement: { begun: { text: string }; ended: Failed }
  /** `failed`: it is tried again until its retries are used up. */
  job: {
    begun: { queue: JobName; id: string; account_id: string }
    ended: Failed & { result: 'done' | 'failed' }
  }
  /** An attempt to deliver an event. @param result `delivered`, or the kind of the failure */
  delivery: {
    begun: { endpoint_id: string; event_id: string; event: string; account_id: string; number: number }
    ended: { result: string; status: number | null }
  }
  /** A call to an acquirer, of live mode or the simulator of test mode; `error`: no response that counts. */
  acquirerCall: {
    begun: { call: string; acquirer: string; live: boolean }
    ended: Failed & { outcome: string }
  }
}

/** The kind of the error (`kindOfError`), or null. */
type Failed = { error: string | null }

/** A piece of work under way. */
export type Watched<Ended> = {
  /** Runs the work itself: what is observed on the way is part of it. */
  within<T>(work: () => T): T
  end(ended: Ended): void
}

type Watcher<K extends keyof Work> = (begun: Work[K]['begun']) => Watched<Work[K]['ended']> | undefined

/** What the caller is part of, so that a statement for several callers counts for each of them. */
type Place = object | undefined

type Watchers = { [K in keyof Work]?: Watcher<K> | undefined }

/** What looks at the busy parts of the server: metrics, traces, or both. Each kind may be left out. */
export type Observer = Watchers & {
  place?(): Place
  /** Runs work for all who were at these places. */
  forAll?<T>(places: Place[], work: () => T): T
}

/** The observer of this process, or undefined while metrics and traces are off. On globalThis, since Next bundles routes apart. */
export function observer(): Observer | undefined {
  return globals.counterfoilObserver
}
const globals = globalThis as {
  counterfoilObserver?: Observer | undefined
  counterfoilObservers?: Observer[]
}

/** Adds an observer to this process. @returns what removes it */
export function observeWith(observer: Observer): () => void {
  setObservers([...(globals.counterfoilObservers ?? []), observer])
  return () => setObservers((globals.counterfoilObservers ?? []).filter((one) => one !== observer))
}

function setObservers(observers: Observer[]): void {
  globals.counterfoilObservers = observers
  globals.counterfoilObserver = observers.length > 1 ? joined(observers) : observers[0]
}

function joined(observers: Observer[]): Observer {
  const [traces] = observers.filter(({ forAll }) => forAll)
  return {
    ...traces,
    request: joinedKind('request', observers),
    operation: joinedKind('operation', observers),
    statement: joinedKind('statement', observers),
    job: joinedKind('job', observers),
    delivery: joinedKind('delivery', observers),
    acquirerCall: joinedKind('acquirerCall', observers),
  }
}

function joinedKind<K extends keyof Work>(kind: K, observers: Watchers[]): Watcher<K> | undefined {
  const watchers = observers.map((observer): Watchers[K] => observer[kind]).filter((one) => one !== undefined)
  if (watchers.length < 2) return watchers[0]
  return (begun) => {
    const all = watchers.flatMap((watcher) => watcher(begun) ?? [])
    if (all.length < 2) return all[0]
    return {
      within: (work) => all.reduce((inner, watched) => () => watched.within(inner), work)(),
      end: (ended) => {
        for (const watched of all) watched.end(ended)
      },
    }
  }
}

/**
 * Runs work that may be observed.
 * @param watched undefined where no one looks
 * @param endedBy what is reported of a result, `failedBy` of what was thrown
 */
export function watch<T, Ended>(
  watched: Watched<Ended> | undefined,
  work: () => Promise<T>,
  endedBy: (result: T) => Ended,
  failedBy: (thrown: unknown) => Ended,
): Promise<T> {
  return watched ? reported(watched, work, endedBy, failedBy) : work()
}

async function reported<T, Ended>(
  watched: Watched<Ended>,
  work: () => Promise<T>,
  endedBy: (result: T) => Ended,
  failedBy: (thrown: unknown) => Ended,
): Promise<T> {
  try {
    const result = await watched.within(work)
    watched.end(endedBy(result))
    return result
  } catch (thrown) {
    watched.end(failedBy(thrown))
    throw thrown
  }
}

/** What kind of error it is: the reason, the code of the database or the system, or the class. Never its text, which may quote a value. */
export function kindOfError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  const { reason, code } = thrown as { reason?: unknown; code?: unknown }
  const kind = [reason, code].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one))
  return String(kind ?? thrown.name)
}
