/**
 * Vitest's global setup for the fault tests: most of a first start is creating the demo merchant, which is done once
 * for all. `npm test` brings the data folder of another server's first start.
 */
import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { freeMemory, testFolder } from '#scripts/test-folder.ts'
import { openKillable, TEMPLATE } from './instance.ts'

export default async function setup(): Promise<() => void> {
  rmSync(TEMPLATE, { recursive: true, force: true })
  // Windows has no `cp -a`, and no owners to preserve: there each instance creates its own.
  if (process.platform === 'win32') return freeFolders
  const { FIRST_START } = process.env
  if (FIRST_START) {
    copyDataFolder(FIRST_START, TEMPLATE)
    return freeFolders
  }
  const instance = await openKillable(basename(TEMPLATE))
  await instance.start().finally(instance.stop)
  return freeFolders
}

function freeFolders(): void {
  rmSync(TEMPLATE, { recursive: true, force: true })
  freeMemory(testFolder('faults'))
}
