import type { Account, Actor } from '#lib/pipeline/operation.ts'
import { PERMISSIONS } from '#lib/values/permissions.ts'

/** How often the database is asked, once for all streams of an account, whether anything has changed. */
const LOOK_MS = 1000

/** A text for each watched name, which changes when it does. */
export type Marks = Record<string, string | null>

type Look = (system: Actor, watched: readonly string[]) => Promise<Marks>

/** What a watch is told of: that a first stream has come, and that the last one has gone. */
type Listeners = { began(watch: Watch): void; ended(watch: Watch): void }

/** What was found in an account when it was last looked at. It looks while a stream is open. */
export class Watch {
  marks: Marks = {}
  private readonly streams = new Set<readonly string[]>()
  private readonly read: (watched: readonly string[]) => Promise<Marks>
  private readonly listeners: Listeners
  private isLooking = false
  private endPause = () => {}
  private looking: Promise<void> = Promise.resolve()

  constructor(read: (watched: readonly string[]) => Promise<Marks>, listeners: Listeners) {
    this.read = read
    this.listeners = listeners
  }

  /**
   * @param watched what the stream needs to know
   * @returns leaves it again
   */
  join(watched: readonly string[]): () => void {
    const stream = [...watched]
    if (this.streams.size === 0) this.listeners.began(this)
    this.streams.add(stream)
    void this.keepLooking()
    return () => {
      if (!this.streams.delete(stream) || this.streams.size > 0) return
      this.endPause()
      this.listeners.ended(this)
    }
  }

  /** Looks now, and after a look that has begun already. */
  look(): Promise<void> {
    this.looking = this.looking.then(async () => {
      try {
        this.marks = await this.read([...new Set([...this.streams].flat())])
      } catch {
        // An outage: the next look, or the next check of a stream, says more.
      }
    })
    return this.looking
  }

  /** One loop, however streams come and go: one that joins during its last look keeps it. */
  private async keepLooking(): Promise<void> {
    if (this.isLooking) return
    this.isLooking = true
    while (this.streams.size > 0) {
      await this.look()
      if (this.streams.size > 0) await this.pause()
    }
    this.isLooking = false
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS)
      this.endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** The watch of an account that all of its streams of a kind share. */
export function watchOfAccount(kind: 'lists' | 'records', account: Account, look: Look): Watch {
  const key = `${kind} ${account.id}`
  const id = `live-${kind}`
  const system: Actor = { kind: 'system', id, name: id, account, permissions: new Set(PERMISSIONS) }
  return (
    watches().get(key) ??
    new Watch((watched) => look(system, watched), {
      began: (watch) => void watches().set(key, watch),
      ended(watch) {
        // Another may have taken its place since.
        if (watches().get(key) === watch) watches().delete(key)
      },
    })
  )
}

/** On globalThis, since Next bundles routes apart. */
function watches(): Map<string, Watch> {
  globals.counterfoilWatches ??= new Map()
  return globals.counterfoilWatches
}
const globals = globalThis as { counterfoilWatches?: Map<string, Watch> }
