import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fetchListMarks } from '#lib/domain/list-marks.ts'
import { countNewerPayments } from '#lib/domain/payments/list.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { replyWithNewRows } from '#lib/surfaces/live.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'

let instance: Instance
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})

const person = (id = 'usr_NfLw3gQ81xRt0a'): Actor => ({
  ...instance.actor,
  kind: 'user',
  id,
  permissions: new Set(ROLE_PERMISSIONS.support),
})

type Given = { input?: object; actor?: Actor; reauthorize?: () => Promise<Actor | null> }

/** A stream of new payments, and its messages. */
function listen({ input = {}, actor = person(), reauthorize = async () => actor }: Given = {}) {
  const { body, headers } = replyWithNewRows({
    runtime: instance.runtime,
    countNewer: countNewerPayments,
    marks: fetchListMarks,
    watched: ['payments', 'events'],
    input: { ...input },
    requestId: 'req_test',
    actor,
    reauthorize,
  })
  const messages: { event: string; data: unknown }[] = []
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const reading = (async () => {
    const decoder = new TextDecoder()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? []
        if (event && data) messages.push({ event, data: JSON.parse(data) })
      }
    }
  })()
  const stream = {
    messages,
    headers,
    ended: () => reading,
    async close() {
      await reader.cancel()
    },
  }
  open.push(stream)
  return stream
}

async function until(holds: () => boolean) {
  const end = performance.now() + 20_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('It did not come to hold.')
    await sleep(20)
  }
}

describe('the stream of new rows', () => {
  it('tells how many rows that the filter finds are newer than the one that is shown', async () => {
    const shown = await shop.captured(5000)
    await instance.pass(1)
    const all = listen({ input: { than: shown.id } })
    const failed = listen({ input: { than: shown.id, status: ['failed'] } })
    expect(all.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    await shop.captured(6000)
    await until(() => all.messages.length === 1)
    expect(all.messages).toEqual([{ event: 'count', data: { count: 1 } }])
    await shop.authorized(7000)
    await until(() => all.messages.length === 2)
    expect(all.messages[1]).toEqual({ event: 'count', data: { count: 2 } })
    expect(failed.messages).toEqual([])
  })

  it('counts a row that comes to match the filter by a change', async () => {
    const shown = await shop.captured(5000)
    await instance.pass(1)
    const authorized = await shop.authorized(7000)
    const captured = listen({ input: { than: shown.id, status: ['captured'] } })
    await sleep(600)
    expect(captured.messages).toEqual([])
    await shop.capture(authorized)
    await until(() => captured.messages.length === 1)
    expect(captured.messages).toEqual([{ event: 'count', data: { count: 1 } }])
  })

  it('asks the database once for all streams of an account, and not at all without any', async () => {
    // The watch of the streams before.
    await sleep(600)
    let looks = 0
    const query: typeof instance.runtime.query = (sql, values) => {
      if (sql.includes('AS request_logs')) looks += 1
      return instance.runtime.query(sql, values)
    }
    const runtime = { ...instance.runtime, query }
    const given = { countNewer: countNewerPayments, marks: fetchListMarks, watched: ['payments'], input: {} }
    const actor = person()
    const streams = Array.from({ length: 5 }, () =>
      replyWithNewRows({ ...given, runtime, actor, requestId: 'req_1', reauthorize: async () => actor }),
    )
    const readers = streams.map(({ body }) => (body as ReadableStream<Uint8Array>).getReader())
    await Promise.all(readers.map((reader) => reader.read()))
    await sleep(2500)
    expect(looks).toBeGreaterThanOrEqual(2)
    expect(looks).toBeLessThanOrEqual(4)
    await Promise.all(readers.map((reader) => reader.cancel()))
    await sleep(400)
    const before = looks
    await sleep(1500)
    expect(looks).toBe(before)
  })

  it('ends for a person whose permission is gone, before the next count', async () => {
    const shown = await shop.captured(5000)
    await instance.pass(1)
    let now: Actor | null = person()
    const stream = listen({ input: { than: shown.id }, reauthorize: async () => now })
    await shop.captured(5100)
    await until(() => stream.messages.length === 1)
    now = { ...person(), permissions: new Set(['orders:read']) }
    await shop.captured(5200)
    await stream.ended()
    expect(stream.messages.slice(1)).toEqual([{ event: 'end', data: { reason: 'permission_denied' } }])
  })

  it('ends with the session though nothing happens', async () => {
    let now: Actor | null = person()
    const stream = listen({ reauthorize: async () => now })
    await until(() => stream.messages.length === 1)
    now = null
    await stream.ended()
    expect(stream.messages.at(-1)).toEqual({ event: 'end', data: { reason: 'signed_out' } })
  }, 600_000)

  it('tells nothing to a person without the permission', async () => {
    const actor = { ...person(), permissions: new Set<never>() }
    const stream = listen({ actor })
    await stream.ended()
    expect(stream.messages).toEqual([{ event: 'end', data: { reason: 'permission_denied' } }])
  })

  it('goes on through an outage', async () => {
    const shown = await shop.captured(5000)
    await instance.pass(1)
    let away = true
    const stream = listen({
      input: { than: shown.id },
      async reauthorize() {
        if (away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        return person()
      },
    })
    await shop.captured(5100)
    await sleep(600)
    expect(stream.messages).toEqual([])
    away = false
    await until(() => stream.messages.length === 1)
    expect(stream.messages).toEqual([{ event: 'count', data: { count: 1 } }])
  }, 600_000)

  it('is open ten times for one person, and one more when one was closed', async () => {
    const actor = person('usr_TenStreams0001')
    const streams = Array.from({ length: 10 }, () => listen({ actor }))
    expect(() => listen({ actor })).toThrow('You have 10 event streams open. Close one first.')
    listen({ actor: person('usr_OneStream00001') })
    await streams[0]?.close()
    await sleep(400)
    listen({ actor })
  })
})
