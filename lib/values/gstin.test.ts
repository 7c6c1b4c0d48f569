import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Gstin, gstinCheckCharacter, gstStateOf, isGstin } from './gstin.ts'

describe('GSTIN', () => {
  // Of companies that print theirs on every bill.
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM', '33AABCT3518Q1ZW'])(
    '%s passes',
    (gstin) => {
      expect(isGstin(gstin)).toBe(gstinCheckCharacter(gstin.slice(0, 14)) === gstin[14])
      expect(isGstin('27AAPFU0939F1ZV')).toBe(true)
    },
  )

  it('one wrong character is noticed, wherever it is', () => {
    const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    fc.assert(
      fc.property(fc.nat(14), fc.constantFrom(...letters), (at, letter) => {
        const good = '27AAPFU0939F1ZV'
        const other = good.slice(0, at) + letter + good.slice(at + 1)
        expect(isGstin(other)).toBe(other === good)
      }),
    )
  })

  it('is read in either case and kept in capitals', () => {
    expect(Gstin.parse(' 27aapfu0939f1zv ')).toBe('27AAPFU0939F1ZV')
    expect(Gstin.safeParse('27AAPFU0939F1Z').success).toBe(false)
  })

  it('names its state', () => {
    expect(gstStateOf('27AAPFU0939F1ZV')).toEqual({ code: '27', name: 'Maharashtra' })
    expect(gstStateOf('00AAPFU0939F1ZV')).toBeNull()
  })
})
