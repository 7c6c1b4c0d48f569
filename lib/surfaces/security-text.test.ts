import { afterEach, expect, it } from 'vitest'
import { GET } from '#app/.well-known/security.txt/route.ts'
import { loadEnv } from '#lib/process/env.ts'
import { securityText } from './security-text.ts'

const globals = globalThis as { counterfoilEnv?: unknown }
afterEach(() => {
  delete globals.counterfoilEnv
})

const CONTACT = {
  BASE_URL: 'https://pay.example.com',
  SECURITY_CONTACT: 'mailto:security@example.com',
  SECURITY_CONTACT_EXPIRES: '2027-06-30',
}

it('names the contact that is set, until the end of its last day', () => {
  expect(securityText(loadEnv(CONTACT))).toBe(
    'Contact: mailto:security@example.com\nExpires: 2027-06-30T23:59:59Z\nCanonical: https://pay.example.com/.well-known/security.txt\n',
  )
})

it('is not served without a contact', async () => {
  globals.counterfoilEnv = loadEnv({})
  expect(GET().status).toBe(404)
  globals.counterfoilEnv = loadEnv(CONTACT)
  const response = GET()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await response.text()).toContain('Contact: mailto:')
})

it('fails a start with half of it, or with what no one can write to', () => {
  for (const name of ['SECURITY_CONTACT', 'SECURITY_CONTACT_EXPIRES'] as const)
    expect(() => loadEnv({ ...CONTACT, [name]: '' })).toThrow('must be set together')
  expect(() => loadEnv({ ...CONTACT, SECURITY_CONTACT: 'security@example.com' })).toThrow(
    'SECURITY_CONTACT must be',
  )
  expect(() => loadEnv({ ...CONTACT, SECURITY_CONTACT_EXPIRES: '30.06.2027' })).toThrow('must be a date')
})
