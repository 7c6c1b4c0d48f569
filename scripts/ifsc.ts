/**
 * Writes lib/values/ifsc-codes.ts, the list of bank branches, from a folder with the published data of the npm
 * package `ifsc` (its files IFSC.json and banknames.json): `node scripts/ifsc.ts <folder>`. Only data is used: the
 * package's own script needs an unmaintained one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
if (!folder) {
  console.error('Say which folder holds IFSC.json and banknames.json.')
  process.exit(1)
}
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
const codes = read<Record<string, (number | string)[]>>('IFSC.json')
const names = read<Record<string, string>>('banknames.json')

const lines = Object.keys(codes)
  .sort()
  .map((bank) => `  ${bank}: [${JSON.stringify(names[bank] ?? bank)}, '${packed(codes[bank] ?? [])}'],`)
writeFileSync(
  'lib/values/ifsc-codes.ts',
  `// Written by scripts/ifsc.ts: the name of each bank, and its branches as ifsc.ts reads them.
export const IFSC_CODES: Record<string, readonly [name: string, branches: string]> = {
${lines.join('\n')}
}
`,
)

/** Runs of numbers as "gap.length" in base 36, then other codes unchanged. */
function packed(branches: (number | string)[]): string {
  const numbers = branches
    .filter((branch) => /^\d{1,6}$/.test(String(branch)))
    .map(Number)
    .sort((left, right) => left - right)
  const others = branches.map(String).filter((branch) => !/^\d{1,6}$/.test(branch))
  const runs: string[] = []
  let last = -1
  for (let at = 0; at < numbers.length; ) {
    const start = numbers[at] as number
    let end = start
    while (numbers[at + 1] === end + 1) {
      at += 1
      end += 1
    }
    runs.push(`${(start - last).toString(36)}.${(end - start).toString(36)}`.replace(/\.0$/, ''))
    last = end
    at += 1
  }
  return `${runs.join(',')}|${others.sort().join(',')}`
}
