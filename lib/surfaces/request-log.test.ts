import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Query } from '#lib/database/query.ts'
import type { RequestLine } from '#lib/pipeline/request-lines.ts'
import { flushRequestLog, logRequest } from './request-log.ts'

it('writes the lines that wait, and lets those that arrive meanwhile gather', async () => {
  const written: number[] = []
  const query: Query = async (_text, [ids]) => {
    written.push((ids as string[]).length)
    // Requests go on while lines are written.
    if (written.length <= 3) for (let each = 0; each < 2; each += 1) logRequest(query, line)
    return { rows: [] }
  }
  for (let each = 0; each < 250; each += 1) logRequest(query, line)
  await flushRequestLog(query)
  expect(written).toEqual([100, 100, 50])
  await flushRequestLog(query)
  expect(written).toEqual([100, 100, 50, 6])
})

const line = {} as RequestLine

/** The collector, which Node offers by a flag alone. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}

it('makes lines soon after their requests, so that none is kept alive until it is written', async () => {
  const collected: string[] = []
  const registry = new FinalizationRegistry((name: string) => collected.push(name))
  const query: Query = async () => ({ rows: [] })
  const log = (reply: { text: string }) => {
    registry.register(reply, 'reply')
    logRequest(query, () => ({ ...line, response_body: reply.text.slice(0, 1) }))
  }
  log({ text: 'a long list'.repeat(1000) })
  // One turn makes the line, the others are for the collector.
  for (let turns = 0; turns < 5; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  await expect.poll(() => collected).toEqual(['reply'])
  await flushRequestLog(query)
})

it('writes a line that has still to be made when the log is flushed', async () => {
  let written = 0
  const query: Query = async (_text, [ids]) => {
    written += (ids as string[]).length
    return { rows: [] }
  }
  logRequest(query, () => line)
  await flushRequestLog(query)
  expect(written).toBe(1)
})
