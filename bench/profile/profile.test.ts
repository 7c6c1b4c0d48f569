import { expect, test } from 'vitest'
import { memoryByKind, type Report } from '#bench/profile/memory.ts'
import { phasesOf } from '#bench/profile/start.ts'

const MB = 2 ** 20

test('resident memory is divided by kind, and what is left is native memory', () => {
  const space = (size: number) => ({ committedMemory: size * MB, used: size * MB })
  const heapSpaces = {
    read_only_space: space(0),
    new_space: space(32),
    new_large_object_space: space(4),
    old_space: space(80),
    trusted_space: space(10),
    large_object_space: space(6),
    code_space: space(5),
  }
  const javascriptHeap = { totalCommittedMemory: 0, usedMemory: 90 * MB, externalMemory: 8 * MB, heapSpaces }
  const report: Report = {
    javascriptHeap,
    workers: [{ javascriptHeap: { ...javascriptHeap, totalCommittedMemory: 9 * MB } }],
  }
  const mapping = (path: string, megabytes: number) =>
    `55d0a000-55d0b000 r-xp 00000000 08:01 123                ${path}\nSize: 1 kB\nRss: ${megabytes * 1024} kB\nPss: 1 kB`
  const smaps = [mapping('/usr/bin/node', 50), mapping('[heap]', 30), mapping('', 170)].join('\n')
  expect(memoryByKind(report, smaps)).toEqual({
    resident: 250,
    entries: [
      ['objects: young', 36],
      ['objects: old', 90],
      ['objects: large', 6],
      ['compiled code', 5],
      ['heaps of worker threads', 9],
      ['buffers outside the heap', 8],
      ['files: Node, libraries, snapshots', 50],
      ['native memory', 46],
      ['used of the objects and code', 90],
    ],
  })
})

test('the steps of a start are read from its log, by when they began', () => {
  const lines = [
    { text: '  Database: 0.30 s', at: 700 },
    { text: '  Migrations: 0.05 s', at: 780 },
    { text: 'Counterfoil is ready at http://localhost:3000 (1.20 s)', at: 1300 },
    { text: 'Demo: see the README', at: 1300 },
  ]
  expect(phasesOf(lines)).toEqual([
    { name: 'the whole start', begun: 100, ended: 1300 },
    { name: 'Database', begun: 400, ended: 700 },
    { name: 'Migrations', begun: 730, ended: 780 },
  ])
})
