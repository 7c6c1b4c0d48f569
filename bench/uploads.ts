/**
 * `node bench/uploads.ts [--at-once 4] [--rounds 3]`: the memory that uploads of 50 MB cost. It starts the handlers
 * as `npm start` serves them, sends several uploads at once, repeatedly, and prints the resident memory of the server
 * meanwhile. The bodies are generated as they are sent, so this process holds none of them either.
 */
import { readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DATA_DIR, openCluster } from '#bench/cluster.ts'
import { openInstance } from '#bench/instance.ts'
import { launch, type Server } from '#bench/servers/launch.ts'

const SIZE = 52_428_800
const MEGABYTE = 1_048_576
const BOUNDARY = 'a-boundary-of-the-bench'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { 'at-once': text, rounds: text } })
const atOnce = Number(values['at-once'] ?? 4)
const rounds = Number(values.rounds ?? 3)

const cluster = await openCluster()
const instance = await openInstance(await cluster.fresh('bench_uploads'))
const server = await launch('router', instance.url)
try {
  await upload(server, 1000)
  await sleep(500)
  const before = memoryOf(server)
  console.log(`before           ${before} MB`)
  for (let round = 1; round <= rounds; round += 1) await measureRound(round, before)
} finally {
  await server.stop()
  await instance.close()
  await cluster.stop()
  rmSync(join(DATA_DIR, 'storage'), { recursive: true, force: true })
}
process.exit()

async function measureRound(round: number, before: number): Promise<void> {
  const begun = performance.now()
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOf(server)), 20)
  await Promise.all(Array.from({ length: atOnce }, () => upload(server, SIZE)))
  clearInterval(timer)
  const seconds = (performance.now() - begun) / 1000
  const most = Math.max(...samples)
  const sent = (atOnce * SIZE) / MEGABYTE
  console.log(
    `round ${round}: ${sent} MB in ${seconds.toFixed(1)} s (${Math.round(sent / seconds)} MB/s), at most ${most} MB, ${most - before} MB more than before`,
  )
}

/** A PDF of a size, made while it is sent. @throws when it is not kept */
async function upload({ url }: Server, size: number): Promise<void> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nother\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\n\r\n%PDF-1.7\n`
  const tail = `\r\n--${BOUNDARY}--\r\n`
  const sending = request(`${url}/v1/documents`, {
    method: 'POST',
    headers: {
      authorization: instance.authorization,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
  const response = new Promise<number>((resolve, reject) => {
    sending.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
  })
  sending.write(head)
  const chunk = Buffer.alloc(65_536, 7)
  for (let left = size - '%PDF-1.7\n'.length; left > 0; left -= chunk.length) {
    const more = sending.write(left < chunk.length ? chunk.subarray(0, left) : chunk)
    if (!more) await new Promise((resolve) => sending.once('drain', resolve))
  }
  sending.end(tail)
  const status = await response
  if (status !== 201) throw new Error(`An upload failed with ${status}.`)
}

/** Resident memory, in MB. */
function memoryOf({ pid }: Server): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
  return Math.round((Number(pages) * 4096) / MEGABYTE)
}
