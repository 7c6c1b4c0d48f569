import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'

/** Copies a data folder of a server that does not run, with the owner of PostgreSQL's files, which PostgreSQL requires. */
export function copyDataFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o711 })
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', `${from}/.`, to])
}
