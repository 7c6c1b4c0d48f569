import { expect, it } from 'vitest'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import type { Language } from '#lib/values/language.ts'
import { connectedWords } from './connection.ts'

it('says since which day, in the time zone of the reader, an app is connected', () => {
  const consentRequest = { scopes: ['read_only'] } as Partial<ConsentRequest> as ConsentRequest
  const account = { id: 'acc_1', merchant_name: 'Test Stores', mode: 'test', currency: 'INR' }
  const eligibleAccounts = [{ account, whyNot: null }] as unknown as EligibleAccount[]
  const before = { account_id: 'acc_1', scopes: ['read_only'], limit_per_call: null, limit_per_day: null }
  // 2026-11-03 20:00 UTC
  const connections = [{ ...before, id: 'grant', created_at: 1_793_736_000, last_used_at: null }]
  const since = (zone: string, language: Language = 'en') =>
    connectedWords(consentRequest, { eligibleAccounts, connections, zone, replaced: null, language })[0]
      ?.title
  expect(since('UTC')).toBe('Already connected to Test Stores, test mode, since 3 Nov 2026.')
  expect(since('Asia/Kolkata')).toBe('Already connected to Test Stores, test mode, since 4 Nov 2026.')
  expect(since('UTC', 'hi')).toContain('3 नव॰ 2026')
})
