import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A test file with the time that its tests took, in seconds. */
export type Timed = { file: string; seconds: number }

type Spec = { file: string; tests: { results: { duration: number }[] }[] }
type Suite = { specs?: Spec[]; suites?: Suite[] }

/** The files of a JSON report of Vitest; none when there is no report. */
export function vitestFiles(report: string): Timed[] {
  const { testResults = [] } = read<{
    testResults?: { name: string; startTime: number; endTime: number }[]
  }>(report)
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** The files of a JSON report of Playwright, each with the sum of its tests; none when there is no report. */
export function playwrightFiles(report: string): Timed[] {
  const { suites = [] } = read<{ suites?: Suite[] }>(report)
  const sums = new Map<string, number>()
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const took = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    sums.set(`e2e/${file}`, (sums.get(`e2e/${file}`) ?? 0) + took)
  }
  return [...sums].map(([file, took]) => ({ file, seconds: took / 1000 }))
}

/** The slowest files, a line each, the slowest first. */
export function slowest(files: Timed[], count = 10): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function read<T extends object>(file: string): T | Record<string, never> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : {}
}
