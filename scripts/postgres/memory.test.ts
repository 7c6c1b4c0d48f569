import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { LEAST_MEMORY, memorySettings } from './postmaster.ts'

const GB = 2 ** 30

test.each([
  [0.25, ['32MB', '128MB', '16MB']],
  [1, ['128MB', '512MB', '32MB']],
  [4, ['512MB', '2048MB', '128MB']],
  [8, ['1024MB', '4096MB', '256MB']],
  [64, ['1024MB', '32768MB', '512MB']],
])('a machine of %d GB', (gigabytes, settings) => {
  expect(Object.values(memorySettings(gigabytes * GB))).toEqual(settings)
})

test('no machine gets less than the least, and this one no more than an eighth for the cache', () => {
  expect(Object.values(LEAST_MEMORY)).toEqual(['32MB', '128MB', '16MB'])
  const buffers = Number.parseInt(memorySettings().shared_buffers, 10) * 2 ** 20
  expect(buffers).toBeLessThanOrEqual(Math.max(totalmem() / 8, 32 * 2 ** 20))
})
