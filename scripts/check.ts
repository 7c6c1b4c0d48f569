/** `npm run check`: what must hold before a commit, within a minute on two cores. CI runs all of it and more: `npm test`. */
import { run, runChecks } from '#scripts/steps.ts'

/** Unit tests that take a quarter of the processor time: other languages' compilers, whole PDFs, the longest texts. */
const LEFT_OUT = [
  'lib/print/pdf/print.test.ts',
  'lib/values/regular-expressions.test.ts',
  'lib/server/decode-body.test.ts',
  'lib/storage/preview/preview.test.ts',
  'lib/surfaces/redact.test.ts',
  'lib/values/signatures/snippets.test.ts',
]

const [tests, { failed }] = await Promise.all([
  run(['vitest', 'run', '--project', 'unit', '--passWithNoTests', '--silent=passed-only'], {
    quiet: true,
    env: { LEFT_OUT: LEFT_OUT.join(' ') },
  }),
  runChecks(),
])
const lines = tests.output.trim().split('\n')
console.log((tests.code === 0 ? lines.slice(-5) : lines).join('\n'))
console.log(`Left to npm test: ${LEFT_OUT.join(', ')}`)
process.exitCode = failed === 0 && tests.code === 0 ? 0 : 1
