import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { duration } from '#scripts/progress.ts'
import type { Tally } from '#scripts/tally.ts'

/** One command of the repository's own tools: a name for people, the tool in node_modules/.bin, its arguments. */
type Step = { what: string; command: string[]; env?: Record<string, string> }

/** Rows of checks: one row runs beside the other, since the longest check uses one core. */
const CHECKS: Step[][] = [
  [
    // Writes next-env.d.ts and the types of the routes, which a fresh clone does not have.
    { what: 'Routes', command: ['next', 'typegen'] },
    // The compiled TypeScript 7: a third of the processor time. Next.js and our own checks read the code with 6. What it
    // keeps of an earlier run it also reports when the generated types of routes have changed since. Several checkers
    // would each work out most of the types, and together take twice the processor time.
    {
      what: 'Types',
      command: [
        'node',
        'node_modules/typescript-7/bin/tsc',
        '--noEmit',
        '--incremental',
        'false',
        '--checkers',
        '1',
      ],
      // It is written in Go, which by default collects garbage whenever the memory has doubled.
      env: { GOGC: '400' },
    },
  ],
  [
    { what: 'Format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
    { what: 'Layers', command: ['node', 'scripts/layers.ts'] },
    { what: 'Words', command: ['node', 'scripts/words.ts'] },
    { what: 'OpenAPI documents', command: ['node', 'scripts/openapi.ts', '--check'] },
  ],
]

/** The steps of `npm run check`, apart from the unit tests: each is one of the "passed" that `npm test` counts. */
export async function runChecks(): Promise<Tally> {
  const total: Tally = { passed: 0, failed: 0, failures: [] }
  const row = async (steps: Step[]) => {
    for (const step of steps) {
      if (await passes(step)) total.passed += 1
      else {
        total.failed += 1
        total.failures.push(`check › ${step.what}`)
      }
    }
  }
  await Promise.all(CHECKS.map(row))
  return total
}

/** The tools ask the path for `node`: they get the Node that runs this, whatever the machine has. */
const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`

/** Runs a command, prints one line about it, and all of its output when it failed. */
async function passes({ what, command, env }: Step): Promise<boolean> {
  const started = performance.now()
  const { code, output } = await run(command, { env, quiet: true })
  console.log(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${what} (${duration(started)})`)
  if (code !== 0) console.log(output)
  return code === 0
}

/** Runs a tool from node_modules/.bin; its output is collected, or passed through while it runs. */
export function run(
  [tool = '', ...args]: string[],
  { env, quiet }: { env?: Record<string, string> | undefined; quiet: boolean },
): Promise<{ code: number; output: string }> {
  const child = spawn(tool === 'node' ? process.execPath : `node_modules/.bin/${tool}`, args, {
    env: { ...process.env, PATH, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
