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
  status,
  assertionResults: assertions.map((assertion) => ({ status: assertion })),
})

test('counts tests, and a file that did not load as a failure', () => {
  const testResults = [suite('passed', 'passed'), suite('failed', 'failed', 'passed'), suite('failed')]
  expect(vitestTally(report({ numPassedTests: 2, numFailedTests: 1, testResults }), 1)).toEqual({
    passed: 2,
    failed: 2,
  })
})

test('counts a test that passed only when repeated as a failure', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1 }
  expect(playwrightTally(report({ stats, errors: [] }), 1)).toEqual({ passed: 5, failed: 2 })
})

test('a tool that ends badly without a word has failed', () => {
  expect(vitestTally('/nowhere', 1)).toEqual({ passed: 0, failed: 1 })
  expect(playwrightTally(report({ stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: [] }), 1)).toEqual(
    {
      passed: 5,
      failed: 1,
    },
  )
})
