/**
 * Vitest's setup file. The test files of a process share its modules, since loading them takes longer than most files,
 * so each file puts back what it changed: the clock, spies, the environment, and what the server keeps on globalThis. A
 * file that replaces modules gets modules of its own, and so does the one after it.
 */
import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'
import { firstRing, setKeyRing } from '#lib/auth/key-ring.ts'

const environment = { ...process.env }
const { testPath = '' } = expect.getState()
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(testPath, 'utf8'))
if (replacesModules) vi.resetModules()

// Settings are read once. What the file before left running may have read them already, without those of this file.
const { stubEnv } = vi
vi.stubEnv = (name, value) => {
  delete (globalThis as { counterfoilEnv?: unknown }).counterfoilEnv
  // As a start does.
  if (name === 'SECRET_KEY' && typeof value === 'string') setKeyRing(firstRing(value))
  return stubEnv(name, value)
}

afterAll(() => {
  vi.stubEnv = stubEnv
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  for (const name of Object.keys(globalThis))
    if (name.startsWith('counterfoil')) delete (globalThis as Record<string, unknown>)[name]
  if (replacesModules) vi.resetModules()
})
