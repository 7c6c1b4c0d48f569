/** `npm run check`: what must hold before a commit, in half a minute. CI runs the same and more with `npm test`. */
import { CHECKS, passes, run } from '#scripts/steps.ts'

let failures = 0
for (const check of CHECKS) if (!(await passes(check))) failures++
const tests = await run(['vitest', 'run', '--project', 'unit', '--passWithNoTests'], { quiet: false })
process.exitCode = failures === 0 && tests.code === 0 ? 0 : 1
