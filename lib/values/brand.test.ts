import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BrandColor, brandStyles, contrastOf, edgesOf, inkOn } from '#lib/values/brand.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'))

describe('a brand colour', () => {
  it.each([
    ['#1F7A4D', '1f7a4d'],
    ['1f7a4d', '1f7a4d'],
  ])('is read with and without a #: %s', (typed, read) => {
    expect(BrandColor.parse(typed)).toBe(read)
  })

  it.each(['', '#123', 'green', '1f7a4d;}', 'url(x)'])('is nothing else: %s', (typed) => {
    expect(BrandColor.safeParse(typed).success).toBe(false)
  })

  it('can always be written on, at 4.5 or more', () => {
    fc.assert(fc.property(color, (one) => contrastOf(one, inkOn(one)) >= 4.5))
  })

  it('has the contrasts of WCAG', () => {
    expect(contrastOf('000000', 'ffffff')).toBeCloseTo(21)
    expect(contrastOf('777777', 'ffffff')).toBeCloseTo(4.48, 2)
  })

  it('has a button whose edge stands out on light and on dark pages, at 3 or more', () => {
    const isClear = (one: string) => {
      const { light, dark } = edgesOf(one)
      return contrastOf(light, 'ffffff') >= 3 && contrastOf(dark, '1c1b16') >= 3
    }
    fc.assert(fc.property(color, isClear), { examples: [['ffffff'], ['1c1b16'], ['fffde0'], ['000000']] })
  })

  it('comes with its ink as a stylesheet', () => {
    expect(brandStyles('ffd400')).toContain('--brand:#ffd400;--brand-ink:#000000')
    expect(brandStyles('123456')).toContain('--brand-ink:#ffffff')
  })
})
