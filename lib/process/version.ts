import { readFileSync } from 'node:fs'

/** The version of Counterfoil that runs, as package.json has it. */
export function version(): string {
  known ??= String(JSON.parse(readFileSync('package.json', 'utf8')).version)
  return known
}
let known: string | undefined
