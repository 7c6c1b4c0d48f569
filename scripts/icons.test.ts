import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spriteOf } from '#scripts/icons.ts'

it('has every icon in the file that pages point at, under its version', async () => {
  const source = readFileSync('components/ui/icons.tsx', 'utf8')
  const { sprite, version } = await spriteOf(source)
  expect(readFileSync('public/icons.svg', 'utf8')).toBe(sprite)
  expect(source).toContain(`/icons.svg?v=${version}`)
})
