import { existsSync, readFileSync } from 'node:fs'

export type Tally = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

/** Counts tests, and a file that could not even be loaded as one failure. */
export function vitestTally(file: string, exitCode: number): Tally {
  const report = read<VitestReport>(file)
  if (!report) return unexplained({ passed: 0, failed: 0 }, exitCode)
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return unexplained(
    { passed: report.numPassedTests, failed: report.numFailedTests + broken.length },
    exitCode,
  )
}

/** Counts tests, those that passed only when repeated as failed, and errors outside of tests. */
export function playwrightTally(file: string, exitCode: number): Tally {
  const report = read<PlaywrightReport>(file)
  if (!report) return unexplained({ passed: 0, failed: 0 }, exitCode)
  const { expected, unexpected, flaky } = report.stats
  return unexplained({ passed: expected, failed: unexpected + flaky + report.errors.length }, exitCode)
}

/** A tool that ended badly without naming a failed test has failed all the same. */
function unexplained(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}
