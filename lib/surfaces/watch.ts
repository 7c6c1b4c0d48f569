import { PERMISSIONS } from '#lib/permissions.ts'
import type { Account, Actor } from '#lib/pipeline/operation.ts'

/** How often the database is asked, once for all streams of an account, whether anything has changed. */
const LOOK_MS = 1000

/** A text for each watched name, which changes when it does. */
export type Marks = Record<string, string | null>

type Look = (system: Actor, watched: readonly string[]) => Promise<Marks>

/** What was found in an account when it was last looked at. It looks while a stream is open. */
export class Watch {
  marks: Marks = {}
  private readonly streams = new Set<readonly string[]>()
  private readonly read: (watched: readonly string[]) => Promise<Marks>
  private readonly ended: () => void
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()

  constructor(read: (watched: readonly string[]) => Promise<Marks>, ended: () => void) {
    this.read = read
    this.ended = ended
  }

  /**
   * @param watched what the stream needs to know
   * @returns leaves it again
   */
  join(watched: readonly string[]): () => void {
    const stream = [...watched]
    this.streams.add(stream)
    this.timer ??= setTimeout(() => this.keepLooking(), 0)
    return () => {
      this.streams.delete(stream)
      if (this.streams.size > 0) return
      clearTimeout(this.timer)
      this.timer = undefined
      this.ended()
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

  private async keepLooking(): Promise<void> {
    await this.look()
    if (this.streams.size > 0) this.timer = setTimeout(() => this.keepLooking(), LOOK_MS)
  }
}

/** The watch of an account that all of its streams of a kind share. */
export function watchOfAccount(kind: 'lists' | 'records', account: Account, look: Look): Watch {
  const key = `${kind} ${account.id}`
  const id = `live-${kind}`
  const system: Actor = { kind: 'system', id, name: id, account, permissions: new Set(PERMISSIONS) }
  const watch =
    watches().get(key) ??
    new Watch(
      (watched) => look(system, watched),
      () => watches().delete(key),
    )
  watches().set(key, watch)
  return watch
}

/** On globalThis, since Next bundles routes apart. */
function watches(): Map<string, Watch> {
  held.counterfoilWatches ??= new Map()
  return held.counterfoilWatches
}
const held = globalThis as { counterfoilWatches?: Map<string, Watch> }
