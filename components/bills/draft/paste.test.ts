import { describe, expect, it } from 'vitest'
import { cellsOf, lineFieldsFrom } from './paste.ts'

const RATES = ['0', '0.25', '5', '12', '18', 'free']
const rateOf = (cell: string) => lineFieldsFrom([cell], 'rate', RATES)

describe('the rate in a row of a spreadsheet', () => {
  it.each([
    ['18', '18'],
    ['12.0%', '12'],
    ['5 %', '5'],
    ['IGST 5', '5'],
    ['GST@18%', '18'],
    ['0.25', '0.25'],
    ['Free', 'free'],
  ])('%j is %s', (cell, rate) => expect(rateOf(cell)).toEqual({ rate }))

  it.each(['99', 'abc', '5+5', '1e1'])('%j is none: nothing is chosen, and nothing guessed', (cell) => {
    expect(rateOf(cell)).toEqual({ rate: '' })
  })

  it('an empty cell keeps the rate of the row', () => expect(rateOf('')).toEqual({}))
})

it('splits cells, and keeps quoted text together', () => {
  expect(cellsOf('Tea\t0902\t2\r\n"A ""b"""\t\t1\n')).toEqual([
    ['Tea', '0902', '2'],
    ['A "b"', '', '1'],
  ])
  expect(cellsOf('only words')).toBeNull()
})
