import { expect, it } from 'vitest'
import { openAccessLog } from './access-log.ts'

it('writes a line of JSON for each request', () => {
  const lines: string[] = []
  const log = openAccessLog({ write: (line) => void lines.push(line) })
  log.write({ method: 'GET', route: '/v1/orders/:id', status: 200, duration_ms: 1.5, bytes: 300 })
  log.write({ method: 'GET', route: 'unknown', status: null })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      method: 'GET',
      route: '/v1/orders/:id',
      status: 200,
      duration_ms: 1.5,
      bytes: 300,
      msg: 'request',
    },
    expect.objectContaining({ route: 'unknown', status: null }),
  ])
  log.flush()
})
