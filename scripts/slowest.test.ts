import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { playwrightFiles, slowest, vitestFiles } from '#scripts/slowest.ts'

const folder = mkdtempSync(join(tmpdir(), 'slowest-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

it('adds up the tests of a file, in all suites, and names the slowest first', () => {
  const spec = (file: string, ...took: number[]) => ({
    file,
    tests: [{ results: took.map((duration) => ({ duration })) }],
  })
  const files = playwrightFiles(
    report({
      suites: [
        { specs: [spec('ui/a.test.ts', 1000)], suites: [{ specs: [spec('ui/a.test.ts', 500, 250)] }] },
        { specs: [spec('api/b.test.ts', 2000)] },
      ],
    }),
  )
  expect(slowest(files)).toEqual(['    2.0 s  e2e/api/b.test.ts', '    1.8 s  e2e/ui/a.test.ts'])
  expect(slowest(files, 1)).toHaveLength(1)
})

it('names the files of Vitest from the root of the repository', () => {
  const name = join(process.cwd(), 'lib/a.test.ts')
  expect(vitestFiles(report({ testResults: [{ name, startTime: 1000, endTime: 4500 }] }))).toEqual([
    { file: 'lib/a.test.ts', seconds: 3.5 },
  ])
})

it('has no files without a report', () => {
  expect(vitestFiles(join(folder, 'none.json'))).toEqual([])
  expect(playwrightFiles(join(folder, 'none.json'))).toEqual([])
})
