import { expect, test } from 'vitest'
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
