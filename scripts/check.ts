/** `npm run check`: what must hold before a commit, in about a minute. CI runs the same and more with `npm test`. */
import { run, runChecks } from '#scripts/steps.ts'

const { failed } = await runChecks()
const tests = await run(['vitest', 'run', '--project', 'unit', '--passWithNoTests'], { quiet: false })
process.exitCode = failed === 0 && tests.code === 0 ? 0 : 1
