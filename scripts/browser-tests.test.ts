import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every test against the server takes its `test` from e2e/test.ts, or other processes would run it', () => {
  const files = globSync('e2e/{api,mcp,oauth,ui}/**/*.test.ts')
  expect(files.length).toBeGreaterThan(100)
  const isOurs = (file: string) => {
    const source = readFileSync(file, 'utf8')
    const playwright = /import \{([^}]*)\} from '@playwright\/test'/.exec(source)?.[1] ?? ''
    return /import \{[^}]*\btest\b[^}]*\} from '#e2e\/test\.ts'/.test(source) && !/\btest\b/.test(playwright)
  }
  expect(files.filter((file) => !isOurs(file))).toEqual([])
})
