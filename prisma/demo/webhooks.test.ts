import { expect, test } from 'vitest'
import { HOUR } from '#lib/values/time.ts'
import { PastProgram } from './webhooks.ts'

/** @returns sends the app an event some seconds after the one before, and gives the status of its response */
function app() {
  let now = 1_795_000_000
  const program = new PastProgram({ now: () => now })
  const response = (id: string, event: string, after = 60) => {
    now += after
    let status = 0
    program.dispatch(
      {
        path: '/',
        method: 'POST',
        headers: { 'x-event-id': id },
        body: JSON.stringify({ event }),
      },
      { onResponseStart: (_, code) => (status = code) } as Parameters<PastProgram['dispatch']>[1],
    )
    return status
  }
  // The outage of one evening is over by then.
  for (let at = 0; at < 18; at += 1) response(`evt_${at}`, 'payment.captured', HOUR)
  return response
}

test('the app never accepts a failed payment that it cannot read', () => {
  const response = app()
  expect(response('evt_unread', 'payment.failed')).toBe(500)
  for (let hour = 0; hour < 30; hour += 2) {
    expect(response(`evt_later_${hour}`, 'payment.captured', HOUR)).toBe(200)
    expect(response('evt_unread', 'payment.failed', HOUR)).toBe(500)
  }
})

test('it accepts one before a day without another event would disable its endpoint, and stumbles over the next', () => {
  const response = app()
  expect(response('evt_unread', 'payment.failed')).toBe(500)
  expect(response('evt_unread', 'payment.failed', 19 * HOUR)).toBe(500)
  expect(response('evt_unread', 'payment.failed', 2 * HOUR)).toBe(200)
  expect(response('evt_next', 'payment.failed', 30 * HOUR)).toBe(500)
})
