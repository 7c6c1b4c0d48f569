import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unavailableFor } from '#lib/process/availability.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openDatabase } from './client.ts'

let instance: Instance
beforeEach(async () => {
  instance = await openInstance()
})
afterEach(() => instance.close())

/** Stands between a pool and PostgreSQL, and can hold everything back, as a stopped process or a dead network does. */
async function hangable(url: string) {
  const target = new URL(url)
  const upstreamPort = Number(target.port)
  let hangs = false
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(upstreamPort, target.hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => void (hangs || other.write(bytes)))
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: target.href,
    hang: (now: boolean) => {
      hangs = now
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it('a statement of a database that hangs ends in an outage, and the next one gets another connection', async () => {
  const between = await hangable(instance.url)
  const database = openDatabase(between.url, 2, 500)
  const counted = async () => (await database.query('SELECT count(*) FROM orders', [])).rows
  const found = async (work: () => Promise<unknown>) =>
    work().then(
      () => null,
      (thrown: unknown) => unavailableFor(thrown),
    )
  try {
    expect(await counted()).toHaveLength(1)
    expect(await database.prisma.orders.count()).toBe(0)
    between.hang(true)
    expect(await found(counted)).toBe(1)
    expect(await found(() => database.prisma.orders.count())).toBe(1)
    const inside = () => database.prisma.$transaction((tables) => tables.orders.count())
    expect(await found(inside)).toBe(1)
    between.hang(false)
    await expect.poll(() => found(counted), { timeout: 600_000 }).toBe(null)
    expect(await found(inside)).toBe(null)
  } finally {
    between.close()
    await database.close()
  }
})
