import { expect, it } from 'vitest'
import { fileError } from './file-error.ts'

const input = { status: 403, description: 'Enter your password to continue.', reason: 'password_required' }

function confirmationOf(url: string, headers: Record<string, string>, method = 'GET') {
  const request = new Request(`http://here${url}`, { method, headers: { accept: 'text/html', ...headers } })
  const response = fileError(request, input)
  expect(response.status).toBe(303)
  const { pathname, searchParams } = new URL(response.headers.get('location') ?? '', 'http://here')
  expect(pathname).toBe('/confirm')
  return Object.fromEntries(searchParams)
}

it('asks for the password before a file, and keeps the page that it was opened from', () => {
  const file = '/bills/bill_1/pdf?copy=1'
  expect(confirmationOf(file, {})).toEqual({ file })
  expect(confirmationOf(file, { referer: 'http://here/bills/bill_1?tab=versions' })).toEqual({
    file,
    return_to: '/bills/bill_1?tab=versions',
  })
})

it('leads back to the page of a form, with its filters, since the form is sent again', () => {
  const form = (headers: Record<string, string>) => confirmationOf('/api/documents/zip', headers, 'POST')
  expect(form({ referer: 'http://here/documents?category=invoice' })).toEqual({
    return_to: '/documents?category=invoice',
  })
  expect(form({})).toEqual({ return_to: '/' })
  expect(form({ referer: 'http://here/login?return_to=/x' })).toEqual({ return_to: '/' })
})

it('says plainly to other clients that there is no file', async () => {
  const response = fileError(new Request('http://here/payments/export'), input)
  expect([response.status, await response.text()]).toEqual([403, 'Enter your password to continue.\n'])
})
