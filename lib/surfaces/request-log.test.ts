import { expect, it } from 'vitest'
import type { RequestLine } from '#lib/pipeline/request-lines.ts'
import type { Query } from '#lib/query.ts'
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
