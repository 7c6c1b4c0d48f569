import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

test('calls of one turn share a run, and those that come meanwhile share the next', async () => {
  const runs: number[][] = []
  const double = gathered<number, number>(async (calls) => {
    runs.push(calls)
    await new Promise((resolve) => setImmediate(resolve))
    return calls.map((call) => 2 * call)
  })
  const first = [double(1), double(2)]
  await new Promise((resolve) => setImmediate(resolve))
  const second = [double(3), double(4)]
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8])
  expect(runs).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('a run takes no more than it may', async () => {
  const runs: number[] = []
  const same = gathered<number, number>(async (calls) => {
    runs.push(calls.length)
    return calls
  }, 3)
  expect(await Promise.all([1, 2, 3, 4].map(same))).toEqual([1, 2, 3, 4])
  expect(runs).toEqual([3, 1])
})

test('a call that fails takes no other with it, and later calls are run', async () => {
  const half = gathered<number, number>(async (calls) => {
    if (calls.includes(3)) throw new Error('odd')
    return calls.map((call) => call / 2)
  })
  const results = await Promise.allSettled([half(2), half(3), half(4)])
  expect(results).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('odd') },
    { status: 'fulfilled', value: 2 },
  ])
  expect(await half(8)).toBe(4)
})

test('more calls than can wait are rejected at once, and later ones are run again', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const same = gathered<number, number>(async (calls) => {
    await gate
    return calls
  })
  const first = same(-1)
  await new Promise((resolve) => setImmediate(resolve))
  const waiting = Array.from({ length: 5000 }, (_, index) => same(index))
  await expect(same(5000)).rejects.toMatchObject({ reason: 'service_unavailable', retryAfter: 1 })
  release()
  expect(await Promise.all([first, ...waiting])).toHaveLength(5001)
  expect(await same(1)).toBe(1)
})
