import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { linearCheck } from '#lib/testing/regular-expressions.ts'

/**
 * Every regular expression of the product, since a stranger's text can reach nearly all of them: none may cost more than in
 * proportion to the text. What is only ever given text of our own, or of a few characters, stands below with the reason.
 */
const SHORT_TEXT_ONLY: Record<string, string> = {
  '/\\/+$/': 'a setting of the operator',
  '/=+$/': 'the end of a hash that was just made',
  '/\\.?0+$/': 'a rate of tax, as a number',
  '/^(.*?) *@([a-z,]+)$/': 'lines of our own samples',
}

const FILES = globSync(['{app,components,lib}/**/*.{ts,tsx}', 'proxy.ts'], {
  exclude: ['lib/generated/**', 'lib/testing/**', '**/*.test.ts', '**/*.test.tsx'],
})

it('no regular expression is slower than its text is long', () => {
  const slow: string[] = []
  const known = new Set<string>()
  for (const file of FILES) {
    for (const pattern of linearCheck.literalsIn(readFileSync(file, 'utf8'), file)) {
      if (known.has(pattern) || pattern in SHORT_TEXT_ONLY) continue
      known.add(pattern)
      const found = linearCheck.slowTextFor(pattern)
      if (found) slow.push(`${file}: ${pattern} takes ${found.milliseconds} ms for ${found.text}`)
    }
  }
  expect(slow).toEqual([])
  expect(known.size).toBeGreaterThan(200)
}, 600_000)

it.each(['/(a+)+$/', '/^(\\d|\\d\\d)+x/', '/\\s+$/', '/eyJ[\\w-]{8,}\\./g', '/"(?:[^"\\\\]|\\\\.)*"/g'])(
  '%s would be found',
  (pattern) => {
    expect(linearCheck.slowTextFor(pattern)).not.toBeNull()
  },
)

it.each(['/^[a-z]+$/', '/\\d+/g', '/^\\s*[{[]/'])('%s passes', (pattern) => {
  expect(linearCheck.slowTextFor(pattern)).toBeNull()
})
