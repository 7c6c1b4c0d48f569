import { expect, it } from 'vitest'
import { sizeText } from './number-text.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [12_700, '12.4 KB'],
  [1_048_575, '1 MB'],
  [52_428_800, '50 MB'],
  [158_000_000, '151 MB'],
  [5_000_000_000_000, '4.5 TB'],
])('%d is %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
