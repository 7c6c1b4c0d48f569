import { describe, expect, it, vi } from 'vitest'
import { WALLET } from '#lib/values/capability.ts'
import { type Permission, ROLE_PERMISSIONS } from '#lib/values/permissions.ts'
import { foundBy } from './found.ts'

const payment = {
  id: 'pay_NfLw3gQ81xRt0a',
  email: 'asha@example.com',
  contact: null,
  amount: 149_900n,
  currency: 'INR',
  status: 'captured',
  created_at: 1,
}
let role: 'owner' | 'support' | 'viewer' = 'owner'
const requested: string[] = []
const listed: object[] = []
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
  // A list finds what is of Asha, or of 1,499 rupees.
  readFiltered: async (_: unknown, input: { q?: string }) => {
    listed.push(input)
    const items = ['asha', '1499'].includes(input.q ?? '') ? [payment] : []
    return { ok: true, value: { items, total: items.length, totals: [], counted: true } }
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

  it('finds by words and filters together what the list does', async () => {
    expect((await foundBy('1499 upi yesterday')).lists).toEqual([
      {
        title: 'Payments',
        href: '/payments?method=upi&period=yesterday&q=1499',
        text: 'created:yesterday method:upi 1499',
      },
    ])
    const { lists, understood } = await foundBy('umbrella upi yesterday')
    expect(lists).toEqual([])
    expect(understood).toMatchObject({ title: 'Payments', text: 'created:yesterday method:upi umbrella' })
    const amount = { title: 'Payments', text: 'amount:2500 asha' }
    expect((await foundBy('2500 asha')).lists[0]).toMatchObject(amount)
    expect((await foundBy('2500 umbrella')).understood).toMatchObject({
      ...amount,
      text: 'amount:2500 umbrella',
    })
    expect((await foundBy('ending 210')).lists).toMatchObject([{ href: '/payments?ending=210' }])
  })

  it('offers an action on the payments that words find, to those who may take it', async () => {
    const { groups, verb } = await foundBy('Refund asha')
    expect(verb).toBe('refund')
    expect(groups).toMatchObject([
      { kind: 'payment', items: [{ id: payment.id, next: 'refund', amount: 149_900 }], more: null },
    ])
    expect(listed.at(-1)).toMatchObject({ q: 'asha', status: ['captured'], count: 6 })
    await foundBy('capture 1499 yesterday')
    expect(listed.at(-1)).toMatchObject({ q: '1499', status: ['authorized'], from: expect.any(Number) })
    role = 'viewer'
    expect(await foundBy('refund asha')).toMatchObject({ groups: [], verb: null })
    role = 'owner'
  })
})
