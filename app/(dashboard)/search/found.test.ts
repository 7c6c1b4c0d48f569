import { describe, expect, it, vi } from 'vitest'
import { WALLET } from '#lib/values/capability.ts'
import { type Permission, ROLE_PERMISSIONS } from '#lib/values/permissions.ts'
import { foundBy } from './found.ts'

let role: 'owner' | 'support' = 'owner'
const requested: string[] = []
const actor = () => ({
  account: { currency: 'INR', mode: 'test', country: 'IN', capabilities: [WALLET] },
  permissions: new Set<Permission>(ROLE_PERMISSIONS[role]),
})
// Only what the search needs, not the server behind it.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({
  requireStaff: async () => actor(),
  staffActor: async () => actor(),
  currentPreferences: async () => ({ time_zone: 'Asia/Kolkata', grouping: 'indian' }),
}))
vi.mock('#lib/surfaces/page.ts', () => ({
  read: async (_: unknown, { q }: { q: string }) => {
    requested.push(q)
    return { groups: [] }
  },
  tryReadInOtherMode: async () => null,
}))

const titles = async (text: string) => (await foundBy(text)).lists.map(({ title }) => title)

describe('the search', () => {
  it('offers the lists that have the filters, where none is named', async () => {
    expect(await titles('status:failed amount:>5000')).toEqual(
      expect.arrayContaining(['Payments', 'Refunds']),
    )
    expect((await foundBy('status:failed amount:>5000')).lists[0]?.href).toContain('/payments?status=failed')
    expect(await titles('method:upi')).toEqual(['Payments'])
    expect((await foundBy('payments status:failed')).list).toMatchObject({ title: 'Payments', problems: [] })
    role = 'support'
    expect(await titles('amount:>5000')).not.toContain('Settlements')
    role = 'owner'
  })

  it('understands words that are filters', async () => {
    expect((await foundBy('failed upi')).lists).toEqual([
      { title: 'Payments', href: '/payments?status=failed&method=upi', text: 'status:failed method:upi' },
    ])
    expect(await titles('failed upi payments')).toEqual(['Payments'])
    expect(await titles('captured')).toContain('Payments')
    expect((await foundBy('payments failed')).list).toMatchObject({ href: '/payments?status=failed' })
    for (const words of ['payments', 'failed umbrella', '"failed"', 'payments umbrella'])
      expect(await foundBy(words), words).toMatchObject({ list: null, lists: [] })
    role = 'support'
    expect(await titles('processed')).not.toContain('Settlements')
    role = 'owner'
    expect(await titles('processed')).toContain('Settlements')
  })

  it('says how to write filters that no list has', async () => {
    const { list, lists } = await foundBy('status:umbrella')
    expect(lists).toEqual([])
    expect(list?.problems).toEqual([
      'No list has these filters. Begin with the name of a list: payments status:failed.',
    ])
    expect(await foundBy('https://example.com')).toMatchObject({ list: null, lists: [] })
  })

  it('looks for the ID behind an action', async () => {
    expect(await foundBy('Refund pay_NfLw3gQ81xRt0a')).toMatchObject({ verb: 'refund' })
    expect(requested.at(-1)).toBe('pay_NfLw3gQ81xRt0a')
    expect(await foundBy('refund reasons')).toMatchObject({ verb: null })
  })
})
