import { expect, it } from 'vitest'
import { FormReader } from '#lib/values/form.ts'
import { confirmedPath, listOfFile } from './confirm-form-state.ts'

const settings = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }

function pathAfter(fields: Record<string, string>): string {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return confirmedPath(new FormReader(form, settings))
}

it('leads to the page that was asked for, or to the download, which keeps the way back', () => {
  expect(pathAfter({ return_to: '/orders?status=paid' })).toBe('/orders?status=paid')
  expect(pathAfter({})).toBe('/')
  expect(pathAfter({ return_to: 'https://elsewhere.example/' })).toBe('/')
  expect(pathAfter({ file: '/bills/one/pdf' })).toBe('/confirm?file=%2Fbills%2Fone%2Fpdf')
  expect(pathAfter({ file: '/bills/one/pdf', return_to: '/bills/one' })).toBe(
    '/confirm?file=%2Fbills%2Fone%2Fpdf&return_to=%2Fbills%2Fone',
  )
  expect(pathAfter({ file: '//elsewhere.example/x' })).toBe('/')
})

it('knows the list that a file is of, with its filters alone', () => {
  expect(listOfFile('/payments/export')).toBe('/payments')
  expect(
    listOfFile('/payments/export?status=captured&q=a+b&format=csv&head=1&columns=id&columns=amount'),
  ).toBe('/payments?status=captured&q=a+b')
  expect(listOfFile('/settings/audit/export?period=7d&ids=aud_1&all=1')).toBe('/settings/audit?period=7d')
  for (const file of ['/bills/bill_1/pdf', '/exports/files/xfl_1', '/export'])
    expect(listOfFile(file)).toBe(null)
})
