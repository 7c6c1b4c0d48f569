import { readFileSync } from 'node:fs'
import { applicationFile } from './application-files.ts'

/** The version of Counterfoil that runs, as package.json has it. */
export function version(): string {
  known ??= String(JSON.parse(readFileSync(applicationFile('package.json'), 'utf8')).version)
  return known
}
let known: string | undefined
