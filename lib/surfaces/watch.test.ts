import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '#lib/pipeline/operation.ts'
import { type Marks, Watch, watchOfAccount } from './watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A watch whose looks take until they are let go, and the number of those that were begun. */
function watched() {
  const looks: { watched: readonly string[]; end: () => void }[] = []
  const read = (names: readonly string[]) =>
    new Promise<Marks>((resolve) => {
      looks.push({ watched: names, end: () => resolve({}) })
    })
  const listeners = { began: vi.fn(), ended: vi.fn() }
  const endAll = async () => {
    await vi.advanceTimersByTimeAsync(0)
    for (const { end } of looks) end()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { watch: new Watch(read, listeners), looks, listeners, endAll }
}

describe('a watch', () => {
  it('looks once a second while a stream is open, and not after', async () => {
    const { watch, looks, listeners, endAll } = watched()
    const leave = watch.join(['a'])
    await endAll()
    for (let second = 0; second < 3; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await endAll()
    }
    expect(looks).toHaveLength(4)
    leave()
    leave()
    await vi.advanceTimersByTimeAsync(5000)
    expect(looks).toHaveLength(4)
    expect(listeners.began).toHaveBeenCalledTimes(1)
    expect(listeners.ended).toHaveBeenCalledTimes(1)
  })

  it('has one loop where a stream joins while the last look of another is in progress', async () => {
    const { watch, looks, endAll } = watched()
    const leave = watch.join(['a'])
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toHaveLength(1)
    leave()
    watch.join(['b'])
    await endAll()
    const begun = looks.length
    for (let second = 0; second < 5; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await endAll()
    }
    expect(looks.length - begun).toBe(5)
    expect(looks.at(-1)?.watched).toEqual(['b'])
  })

  it('looks at once for a stream that joins after the last one left', async () => {
    const { watch, looks, endAll } = watched()
    watch.join(['a'])()
    await endAll()
    await vi.advanceTimersByTimeAsync(5000)
    const begun = looks.length
    watch.join(['b'])
    await vi.advanceTimersByTimeAsync(0)
    expect(looks.length).toBe(begun + 1)
  })

  it('is shared by the streams of an account, also after all but one have left and joined', async () => {
    const account = { id: 'acc_1' } as Account
    const of = () => watchOfAccount('records', account, async () => ({}))
    const watch = of()
    const leave = watch.join(['a'])
    expect(of()).toBe(watch)
    leave()
    expect(of()).not.toBe(watch)
    const again = watch.join(['b'])
    expect(of()).toBe(watch)
    again()
  })
})
