import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwrightTally, vitestTally } from './tally.ts'

const report = (content: unknown) => {
  const file = join(mkdtempSync(join(tmpdir(), 'tally-')), 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
const suite = (status: string, ...assertions: string[]) => ({
  name: `${process.cwd()}/lib/a.test.ts`,
  status,
  message: assertions.length === 0 ? 'Cannot find module\n    at load' : '',
  assertionResults: assertions.map((assertion) => ({
    status: assertion,
    fullName: 'adds up',
    failureMessages: assertion === 'failed' ? ['\u001b[31mexpected 1 to be 2\u001b[39m\n  at a.test.ts'] : [],
  })),
})

test('counts tests, and a file that did not load as a failure', () => {
  const testResults = [suite('passed', 'passed'), suite('failed', 'failed', 'passed'), suite('failed')]
  expect(vitestTally(report({ numPassedTests: 2, numFailedTests: 1, testResults }), 1)).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      'lib/a.test.ts › adds up: expected 1 to be 2',
      'lib/a.test.ts › could not be loaded: Cannot find module',
    ],
  })
})

test('counts a test that passed only when repeated as a failure', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1 }
  const spec = (title: string, status: string, ...messages: string[]) => ({
    file: 'ui/a.test.ts',
    line: 7,
    title,
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  })
  const specs = [
    spec('is there', 'expected'),
    spec('fails', 'unexpected', 'Timed out\n at'),
    spec('wavers', 'flaky'),
  ]
  expect(playwrightTally(report({ stats, errors: [], suites: [{ suites: [{ specs }] }] }), 1)).toEqual({
    passed: 5,
    failed: 2,
    failures: ['e2e/ui/a.test.ts:7 › fails: Timed out', 'e2e/ui/a.test.ts:7 › wavers'],
  })
})

test('a tool that ends badly without a word has failed', () => {
  expect(vitestTally('/nowhere', 1)).toMatchObject({ passed: 0, failed: 1 })
  expect(playwrightTally(report({ stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: [] }), 1)).toEqual(
    {
      passed: 5,
      failed: 1,
      failures: ['a tool ended with 1 and named no failed test'],
    },
  )
})
