import { describe, expect, test } from 'vitest'
import { unitsOf } from '#lib/testing/work.ts'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('writes one JSON line', () => {
  const line = logged((log) => log.info({ request_id: 'req_1' }, 'hello'))
  expect(JSON.parse(line)).toMatchObject({ level: 'info', request_id: 'req_1', msg: 'hello' })
})

test('redacts secrets at every depth', () => {
  const secret = {
    card: { number: '4111111111111111', cvv: '123' },
    Authorization: 'Basic abc',
    keys: [{ key_secret: 'abc' }],
  }
  const lines = logged((log) => {
    log.info(secret, 'flat')
    log.info({ request: { headers: secret } }, 'nested')
  })
  expect(lines).not.toMatch(/4111|123"|abc/)
  expect(lines.match(/\[redacted\]/g)).toHaveLength(8)
})

test('writes of an error what helps to find a fault, and not the row or the connection it carries', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (pan)=(4111)',
    client: {},
  })
  const line = logged((log) => log.error({ error: new Error('failed', { cause }) }, 'oops'))
  const { stack, ...error } = JSON.parse(line).error
  expect(stack).toContain('log.test.ts')
  expect(error).toMatchObject({
    type: 'Error',
    message: 'failed',
    cause: { code: '23505', message: 'duplicate key' },
  })
  expect(line).not.toMatch(/4111|client/)
})

describe('a line is bounded', () => {
  const long = '4111 1111 1111 1111 '.repeat(50_000)
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const deep = JSON.parse(`${'{"a":'.repeat(500)}"${long}"${'}'.repeat(500)}`)
  const all: [string, Record<string, unknown>][] = [
    ['a text', { text: long }],
    ['an error', { err: new Error(long) }],
    ['an error in an error', { err: new Error('outer', { cause: new Error(long, { cause: long }) }) }],
    ['a list', { list: Array.from({ length: 10_000 }, () => long) }],
    ['a name', { [long]: long }],
    [
      'many names',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at} ${long.slice(0, 500)}`, at])),
    ],
    ['depth', { deep }],
    ['a circle', { cyclic }],
    ['bytes', { body: Buffer.from(long) }],
    ['a code', { err: Object.assign(new Error('x'), { code: long, name: long }) }],
  ]

  test.each(all)('%s', (_, fields) => {
    let line = ''
    const units = unitsOf(() => {
      line = logged((log) => log.error(fields, 'failed'))
    })
    expect(line.length).toBeLessThan(40_000)
    expect(line).not.toContain('1111 1111')
    expect(JSON.parse(line)).toMatchObject({ msg: 'failed' })
    expect(units).toBeLessThan(50)
  })

  test('its message as well', () => {
    for (const write of [
      (log: ReturnType<typeof createLog>) => log.error(long),
      (log: ReturnType<typeof createLog>) => log.error({ err: new Error(long) }),
      (log: ReturnType<typeof createLog>) => log.error(new Error(long)),
    ]) {
      const line = logged(write)
      expect(line.length).toBeLessThan(20_000)
      expect(line).not.toContain('1111 1111')
    }
  })
})
