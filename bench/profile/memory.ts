import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DATA_DIR } from '#bench/cluster.ts'
import type { Profile, Section } from '#bench/profile/subjects.ts'
import { LOAD_SECONDS, loadsOf, openInstallation, startInstallation } from '#bench/scenarios/start.ts'
import { logOf } from '#bench/servers/launch.ts'

const FOLDER = resolve(DATA_DIR, 'memory')
const MB = 2 ** 20

/** Of Node's diagnostic report, what is looked at; sizes in bytes. */
export type Report = {
  javascriptHeap: Heap
  workers?: { javascriptHeap: Heap }[]
}
type Heap = {
  totalCommittedMemory: number
  usedMemory: number
  externalMemory: number
  heapSpaces: Record<string, { committedMemory: number; used: number }>
}

/** The resident memory of `npm start` by kind, at its start, after each part of the load, and after a full collection. */
export async function profileMemory(): Promise<Profile> {
  const authorization = await openInstallation()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  // The process writes a report when it gets the signal, and listens to an inspector when it gets the other one.
  const options = `--report-on-signal --report-signal=SIGUSR2 --report-directory=${FOLDER} --report-exclude-network --inspect-port=0`
  const server = await startInstallation({ NODE_OPTIONS: options })
  const sections = [await sectionAt('At the start', server.pid)]
  for (const { name, send } of loadsOf(server, authorization)) {
    await send(LOAD_SECONDS)
    sections.push(await sectionAt(`After ${name}`, server.pid))
  }
  await collectGarbage(server.pid)
  sections.push(await sectionAt('After a full collection', server.pid))
  await server.stop()
  return { headline: `Each part of the load for ${LOAD_SECONDS} s.`, sections, lines: [] }
}

async function sectionAt(when: string, pid: number): Promise<Section> {
  const maps = readFileSync(`/proc/${pid}/smaps`, 'utf8')
  const report = await reportOf(pid)
  const { resident, entries } = memoryByKind(report, maps)
  return { title: `${when}, ${Math.round(resident)} MB resident`, unit: 'MB', entries }
}

/**
 * The resident memory of a process in megabytes, by kind. What V8 has committed counts as resident; the rest is memory
 * of native code: of Node, its threads, and freed memory that malloc keeps.
 */
export function memoryByKind(
  { javascriptHeap, workers = [] }: Report,
  smaps: string,
): { resident: number; entries: [string, number][] } {
  const { resident, files } = residentOf(smaps)
  const spaces = Object.entries(javascriptHeap.heapSpaces)
  const committed = (pattern: RegExp) =>
    spaces.filter(([name]) => pattern.test(name)).reduce((sum, [, space]) => sum + space.committedMemory, 0) /
    MB
  const kinds: [string, number][] = [
    ['objects: young', committed(/^new_/)],
    ['objects: old', committed(/^(old|shared|trusted|map)_space$/)],
    ['objects: large', committed(/^(?!new_|code_).*large_object_space$/)],
    ['compiled code', committed(/^code_/)],
    [
      'heaps of worker threads',
      workers.reduce((sum, each) => sum + each.javascriptHeap.totalCommittedMemory, 0) / MB,
    ],
    ['buffers outside the heap', javascriptHeap.externalMemory / MB],
    ['files: Node, libraries, snapshots', files],
  ]
  const native = resident - kinds.reduce((sum, [, size]) => sum + size, 0)
  return {
    resident,
    entries: [
      ...kinds,
      ['native memory', native],
      ['used of the objects and code', javascriptHeap.usedMemory / MB],
    ],
  }
}

/** The resident megabytes of all mappings, and of those of files. */
function residentOf(smaps: string): { resident: number; files: number } {
  let [resident, files, isFile] = [0, 0, false]
  for (const line of smaps.split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line)
    if (mapping) isFile = mapping[1]?.startsWith('/') === true
    const kilobytes = Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0)
    resident += kilobytes / 1024
    if (isFile) files += kilobytes / 1024
  }
  return { resident, files }
}

async function reportOf(pid: number): Promise<Report> {
  const before = new Set(readdirSync(FOLDER))
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 200; tries += 1) {
    await sleep(50)
    const name = readdirSync(FOLDER).find((file) => !before.has(file))
    const text = name ? readFileSync(join(FOLDER, name), 'utf8').trim() : ''
    if (text.endsWith('}')) return JSON.parse(text) as Report
  }
  throw new Error(`The process ${pid} wrote no report.`)
}

/** Asks V8 by the inspector, which listens from then on, to collect all that is dead. */
async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  let url: string | undefined
  for (let tries = 0; tries < 200 && !url; tries += 1) {
    await sleep(50)
    url = /Debugger listening on (ws:\S+)/.exec(readFileSync(logOf('start'), 'utf8'))?.[1]
  }
  if (!url) throw new Error(`The process ${pid} has opened no inspector.`)
  const socket = new WebSocket(url)
  await new Promise((done) => socket.addEventListener('open', done, { once: true }))
  const collected = new Promise((done) => socket.addEventListener('message', done, { once: true }))
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await collected
  socket.close()
}
