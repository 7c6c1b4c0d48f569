import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canAskAgain, noteChallenge } from '#lib/surfaces/tools/challenge.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.500Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

let users = 0
/** A connection of a user of their own, and those that they allow after it. */
function connection() {
  users += 1
  let grants = 0
  const granted = (more: object = {}) => {
    grants += 1
    return {
      actor: { account: { id: 'acc_1' } },
      userId: `user_${users}`,
      clientId: 'client_1',
      grantId: `grant_${users}_${grants}`,
      grantedAt: Math.floor(Date.now() / 1000),
      ...more,
    }
  }
  return granted
}
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const calls = (...of: [Parameters<typeof noteChallenge>[0], scope?: string]) =>
  noteChallenge(of[0], of[1] ?? 'refunds:write', false)
const requests = (of: Parameters<typeof noteChallenge>[0]) => noteChallenge(of, 'refunds:write', true)

describe('a user who closed the consent page', () => {
  it('is asked again by a call after a minute, and not before', () => {
    const first = connection()()
    pass(600)
    expect(calls(first)).toBe(true)
    expect(calls(first)).toBe(false)
    pass(59)
    expect(calls(first)).toBe(false)
    pass(2)
    expect(calls(first)).toBe(true)
    expect(calls(first)).toBe(false)
  })

  it('is asked again by a request for the permission, though not by its repeat', () => {
    const first = connection()()
    pass(600)
    expect(requests(first)).toBe(true)
    // A client that can't ask repeats it at once.
    expect(requests(first)).toBe(false)
    pass(11)
    expect(calls(first)).toBe(false)
    expect(requests(first)).toBe(true)
  })
})

it('asks again at the end of the pause, to the millisecond', () => {
  const first = connection()()
  pass(600)
  expect(calls(first)).toBe(true)
  pass(59.999)
  expect(calls(first)).toBe(false)
  pass(0.001)
  expect(calls(first)).toBe(true)
})

describe('a user who allowed access without the scope', () => {
  it('may have done so within the second of the challenge', () => {
    const granted = connection()
    const first = granted()
    pass(600)
    expect(calls(first)).toBe(true)
    // Grants are dated in whole seconds, so this one seems to be half a second older than the challenge.
    const second = granted()
    pass(61)
    expect(calls(second)).toBe(false)
  })

  it('is not asked again by calls, for an hour', () => {
    const granted = connection()
    const first = granted()
    pass(600)
    expect(calls(first)).toBe(true)
    pass(20)
    const second = granted()
    expect([calls(second), calls(second)]).toEqual([false, false])
    pass(3000)
    expect(calls(second)).toBe(false)
    pass(601)
    expect(calls(second)).toBe(true)
  })

  it('is asked again by a request for the permission, once for each', () => {
    const granted = connection()
    const first = granted()
    pass(600)
    expect(requests(first)).toBe(true)
    pass(20)
    const second = granted()
    // The client repeats the request when it comes back.
    expect(requests(second)).toBe(false)
    pass(11)
    expect(requests(second)).toBe(true)
    pass(20)
    const third = granted()
    expect([requests(third), calls(third)]).toEqual([false, false])
  })
})

it('remembers each scope, account, app and user apart, and an earlier connection beside it as the same', () => {
  const granted = connection()
  const [first, beside] = [granted(), granted()]
  pass(600)
  expect(calls(first)).toBe(true)
  expect(calls(first, 'orders:write')).toBe(true)
  expect(calls({ ...first, clientId: 'client_2' })).toBe(true)
  expect(calls({ ...first, actor: { account: { id: 'acc_2' } } })).toBe(true)
  expect(calls(connection()())).toBe(true)
  expect(calls(beside)).toBe(false)
  pass(61)
  expect(calls(beside)).toBe(true)
})

it('remembers the 10,000 latest challenges', () => {
  const first = connection()()
  pass(600)
  expect(calls(first)).toBe(true)
  const others = Array.from({ length: 9_999 }, () => connection()())
  for (const other of others) calls(other)
  expect(calls(first)).toBe(false)
  expect(calls(connection()())).toBe(true)
  expect(calls(first)).toBe(true)
})

it('knows the apps that never ask again by their name, and by their HTTP client', () => {
  const can = (clientName: string, userAgent: string | null = null) =>
    canAskAgain({ clientName }, { userAgent }, false)
  for (const name of ['Codex', 'OpenCode', 'opencode']) expect([name, can(name)]).toEqual([name, false])
  expect(can('Mine', 'codex-mcp-client/0.169.0')).toBe(false)
  expect(can('Mine', 'opencode/1.18.33')).toBe(false)
  expect(can('Claude Code (counterfoil)', 'claude-code/2')).toBe(true)
  expect(can('Codexes')).toBe(true)
})

it('knows that an app at the URL for writing was asked for every scope', () => {
  expect(canAskAgain({ clientName: 'Claude Code' }, { userAgent: null }, true)).toBe(false)
})
