import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BACKUP_ERRORS } from './errors.ts'

it('are what the operations document shows', () => {
  const document = readFileSync('docs/operations.md', 'utf8')
  const [, table = ''] =
    /holds these rows; scripts\/backup\/errors\.test\.ts compares them\. -->\n\n([\s\S]*?)\n\n/.exec(
      document,
    ) ?? []
  const rows = table.split('\n').slice(2)
  expect(rows).toEqual(Object.values(BACKUP_ERRORS).map(({ when, says }) => `| ${when} | ${says} |`))
})
