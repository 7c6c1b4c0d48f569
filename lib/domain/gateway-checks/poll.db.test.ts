import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { POLL_EVERY, POLL_OVERLAP, pollGateway } from '#lib/domain/gateway-checks/poll.ts'
import { pollGateways } from '#lib/jobs/gateways.ts'
import type { GatewayReader } from '#lib/ports/gateway-records.ts'
import { type GatewayPair, openGatewayPair } from '#lib/testing/gateway-pair.ts'

let pair: GatewayPair
beforeAll(async () => {
  pair = await openGatewayPair()
})
afterEach(() => {
  pair.faults.before = null
})
afterAll(async () => {
  expect(await pair.here.violations()).toEqual([])
  expect(await pair.there.violations()).toEqual([])
  await pair.close()
})

const poll = () => pair.run(pollGateway, { id: pair.id })
const questions = () => pair.here.jobs.filter(({ name }) => name === 'ask-acquirer').map(({ data }) => data)
const checks = async () => (await pair.run(getAcquirerDetails, { id: pair.id })).checks
const rowOf = () => pair.here.database.prisma.gateway_checks.findFirstOrThrow()

/** A payment whose webhook is lost, and which no job asks about. */
async function lost(amount: number) {
  const begun = await pair.begin(amount)
  await pair.payThere(begun.reference)
  pair.dropJobs()
  return begun
}

describe('a payment whose webhook was lost', () => {
  it('is found by the next poll, and asked about once', async () => {
    const [one, other] = [await lost(10_100), await lost(10_200)]
    const unpaid = await pair.begin(10_300)
    pair.dropJobs()
    await pair.payElsewhere(10_400)
    await pair.pass(60)
    expect(await poll()).toEqual({ polled: true, queued: 2 })
    expect(await poll(), 'not due').toEqual({ polled: false, queued: 0 })
    expect(
      questions()
        .map((data) => 'reference' in data && data.reference)
        .sort(),
    ).toEqual([one.reference, other.reference].sort())
    expect(await pair.statusHere(one.id)).toBe('created')
    // The question takes its time: the polls in between do not ask again.
    const waiting = pair.dropJobs()
    await pair.pass(POLL_EVERY)
    expect(await poll()).toEqual({ polled: true, queued: 0 })
    pair.here.jobs.push(...waiting)
    await pair.pass(1)
    for (const { id } of [one, other]) expect(await pair.statusHere(id)).toBe('authorized')
    expect(await pair.statusHere(unpaid.id)).toBe('created')
    await pair.pass(POLL_EVERY)
    expect(await poll()).toEqual({ polled: true, queued: 0 })
    expect((await rowOf()).poll_queued).toEqual([])
  })

  it('made elsewhere is not taken over', async () => {
    const before = await pair.here.database.prisma.payments.count()
    await pair.payElsewhere(10_500)
    await pair.pass(POLL_EVERY)
    expect(await poll()).toEqual({ polled: true, queued: 0 })
    expect(await pair.here.database.prisma.payments.count()).toBe(before)
  })

  it('is found when it is paid within the overlap, long after its creation there', async () => {
    const begun = await lost(10_600)
    await pair.pass(POLL_EVERY)
    // The gateway decides late.
    const { rows } = await pair.there.runtime.query<{ id: string }>(
      "UPDATE payments SET status = 'created' WHERE amount = 10600 RETURNING id",
      [],
    )
    expect(await poll()).toEqual({ polled: true, queued: 0 })
    await pair.pass(POLL_OVERLAP - 2 * POLL_EVERY)
    await pair.there.runtime.query("UPDATE payments SET status = 'authorized' WHERE id = $1", [rows[0]?.id])
    expect(await poll()).toEqual({ polled: true, queued: 1 })
    await pair.pass(1)
    expect(await pair.statusHere(begun.id)).toBe('authorized')
  })

  it('is found once by several workers at the same time', async () => {
    await lost(10_700)
    await pair.pass(POLL_EVERY)
    await Promise.all(Array.from({ length: 6 }, () => pollGateways(pair.here.runtime)))
    expect(questions()).toHaveLength(1)
    await pair.pass(1)
  })
})

describe('a gateway that is not there', () => {
  it('loses nothing: the next poll goes on where the last one ended', async () => {
    const begun = await lost(10_800)
    const before = await rowOf()
    pair.faults.before = (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end('{}')
    await pair.pass(POLL_EVERY)
    expect(await poll()).toEqual({ polled: false, queued: 0 })
    expect((await checks())?.poll_error).toMatch(/\w/)
    expect((await rowOf()).polled_until).toBe(before.polled_until)
    // It is left alone as long as it asked for.
    const { length } = pair.faults.requests
    await pair.pass(POLL_EVERY)
    await poll()
    expect(pair.faults.requests).toHaveLength(length)
    pair.faults.before = null
    expect(await pair.statusHere(begun.id)).toBe('created')
  })
})

it('a poll is bounded, and the next one goes on in the same range', async () => {
  const { acquirers } = pair.here.runtime
  const real = acquirers.reader
  const read: object[] = []
  acquirers.reader = async () =>
    ({
      async *pages(kind: string, range: { skip?: number; to?: number }) {
        if (kind !== 'payments') return
        read.push({ skip: range.skip, to: range.to })
        for (let skip = range.skip ?? 0; skip < 4500; ) {
          skip += 100
          yield { items: [], rejected: [], skip }
        }
      },
    }) as unknown as GatewayReader
  await pair.pass(POLL_EVERY)
  await poll()
  const { poll_to, poll_skip, polled_until } = await rowOf()
  expect([poll_skip, read]).toEqual([3000, [{ skip: 0, to: Number(poll_to) }]])
  await pair.pass(POLL_EVERY)
  await poll()
  expect(read[1]).toEqual({ skip: 3000, to: Number(poll_to) })
  const after = await rowOf()
  expect(after).toMatchObject({ poll_to: null, poll_skip: 0, polled_until: poll_to })
  expect(polled_until).toBeLessThan(after.polled_until)
  acquirers.reader = real
})
