import { describe, expect, it } from 'vitest'
import { branchOf, Ifsc } from './ifsc.ts'

describe('an IFSC', () => {
  it.each([
    ['HDFC0000001', 'HDFC Bank'],
    ['SBIN0000300', 'State Bank of India'],
    ['ICIC0000047', 'ICICI Bank'],
    ['UTIB0000373', 'Axis Bank'],
  ])('%s is a branch of %s', (ifsc, bank_name) => {
    expect(branchOf(ifsc)).toEqual({ ifsc, bank_name, branch_code: ifsc.slice(5) })
  })

  it.each(['XXXX0000001', 'HDFC0ZZZZZZ', 'toSt0ring'])('%s is none', (ifsc) => {
    expect(branchOf(ifsc)).toBeNull()
  })

  it('is read in either case, and needs its zero', () => {
    expect(Ifsc.parse(' hdfc0000001 ')).toBe('HDFC0000001')
    for (const wrong of ['HDFC1000001', 'HDF00000001', 'HDFC000001', 'HDFC00000011', 5, null])
      expect(Ifsc.safeParse(wrong).success).toBe(false)
  })
})
