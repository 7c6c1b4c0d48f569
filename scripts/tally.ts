import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How many passed and failed, and for each failure a line that names it and begins its message. */
export type Tally = { passed: number; failed: number; failures: string[] }

type Assertion = { status: string; fullName?: string; failureMessages?: string[] }
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name?: string; status: string; message?: string; assertionResults: Assertion[] }[]
}
type Failure = { message?: string }
type Spec = {
  file: string
  line: number
  title: string
  tests: { status: string; results: { error?: Failure }[] }[]
}
type Suite = { specs?: Spec[]; suites?: Suite[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: Failure[]
  suites?: Suite[]
}

/** Counts tests, and a file that could not even be loaded as one failure. */
export function vitestTally(file: string, exitCode: number): Tally {
  const report = read<VitestReport>(file)
  if (!report) return unexplained(NOTHING, exitCode)
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map((assertion) => ({ name, ...assertion })),
  )
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const failures = [
    ...failed.map(({ name, fullName, failureMessages }) => line(name, fullName, failureMessages?.[0])),
    ...broken.map(({ name, message }) => line(name, 'could not be loaded', message)),
  ]
  return unexplained(
    { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, failures },
    exitCode,
  )
}

/** Counts tests, those that passed only when repeated as failed, and errors outside of tests. */
export function playwrightTally(file: string, exitCode: number): Tally {
  const report = read<PlaywrightReport>(file)
  if (!report) return unexplained(NOTHING, exitCode)
  const { expected, unexpected, flaky } = report.stats
  const failed = (report.suites ?? [])
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  const failures = [
    ...failed.map((spec) => line(`e2e/${spec.file}:${spec.line}`, spec.title, firstError(spec))),
    ...report.errors.map(({ message }) => line('playwright', 'outside of a test', message)),
  ]
  return unexplained(
    { passed: expected, failed: unexpected + flaky + report.errors.length, failures },
    exitCode,
  )
}

const NOTHING: Tally = { passed: 0, failed: 0, failures: [] }

/** A tool that ended badly without naming a failed test has failed all the same. */
function unexplained(tally: Tally, exitCode: number): Tally {
  if (exitCode === 0 || tally.failed > 0) return tally
  return { ...tally, failed: 1, failures: [`a tool ended with ${exitCode} and named no failed test`] }
}

/** `file › test: the message's first line`, without the codes that color a terminal. */
function line(file = '', test = '', message = ''): string {
  const first = stripVTControlCharacters(message).split('\n')[0]?.trim()
  return `${relative(process.cwd(), file)} › ${test}${first ? `: ${first.slice(0, 300)}` : ''}`
}

function firstError({ tests }: Spec): string | undefined {
  return tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}
