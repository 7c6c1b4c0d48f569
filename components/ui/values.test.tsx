import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '#lib/values/preferences.ts'
import { Id, shortened } from './id.tsx'
import { Money } from './money.tsx'
import { PreferencesProvider } from './preferences-provider.tsx'
import { hrefWith, PLACE, queryOf } from './query.ts'
import { Time } from './time.tsx'

const drawn = renderToStaticMarkup

describe('Money', () => {
  it('is exact, in the grouping that the reader prefers', () => {
    expect(drawn(<Money amount={20_500_000} currency="INR" />)).toContain('>₹2,05,000.00<')
    const western = { ...DEFAULT_PREFERENCES, grouping: 'western' as const }
    const money = <Money amount={20_500_000} currency="INR" />
    expect(drawn(<PreferencesProvider value={western}>{money}</PreferencesProvider>)).toContain(
      '>₹205,000.00<',
    )
    expect(drawn(<Money amount={20_500_000} currency="INR" grouping="western" />)).toContain('>₹205,000.00<')
  })
  it('shows zero as an amount and the unknown as a dash with a word', () => {
    expect(drawn(<Money amount={0} currency="INR" />)).toContain('₹0.00')
    for (const amount of [null, undefined]) {
      expect(drawn(<Money amount={amount} currency="INR" />)).toMatch(/—.*unknown/)
    }
  })
  it('wears a true minus sign, and a word for those who listen', () => {
    const refund = drawn(<Money amount={-50_000} currency="INR" negativeWord="refund of" />)
    expect(refund).toContain(
      '<span class="sr-only">refund of </span><span aria-hidden="true">\u2212</span>₹500.00',
    )
  })
  it('leaves the symbol out where a caption says it', () => {
    expect(drawn(<Money amount={-2950} currency="INR" symbol={false} />)).toMatch(
      /\u2212<\/span>29\.50<\/data>$/,
    )
    expect(drawn(<Money amount={100} currency="MYR" symbol={false} />)).toContain('>1.00<')
  })
})

describe('Time', () => {
  it('is a time element with every reading in its title', () => {
    const html = drawn(<Time at={1_793_687_645} form="full" zone="Asia/Kolkata" />)
    expect(html).toContain('dateTime="2026-11-03T06:34:05Z"')
    expect(html).toContain('title="3 Nov 2026, 12:04:05 IST · 3 Nov 2026, 06:34:05 UTC · 1793687645"')
    expect(html).toContain('>3 Nov 2026, 12:04 IST</time>')
  })
  it('is a button that copies Unix seconds where the keyboard should reach it', () => {
    expect(drawn(<Time at={1_793_687_645} focusable />)).toMatch(/^<button[^>]* data-copy="1793687645"/)
  })
  it('shows a missing time as a dash', () => {
    expect(drawn(<Time at={null} />)).toContain('—')
  })
})

describe('Id', () => {
  it('keeps prefix and both ends when it is short, and all of it in title and copy', () => {
    expect(shortened('pay_Nf3kQ81xRt0aB9')).toBe('pay_Nf…aB9')
    expect(shortened('828553')).toBe('828553')
    const html = drawn(<Id value="pay_Nf3kQ81xRt0aB9" short />)
    expect(html).toContain('title="pay_Nf3kQ81xRt0aB9"')
    expect(html).toContain('data-copy="pay_Nf3kQ81xRt0aB9"')
    // A name that is spoken has to be the text that is seen (WCAG 2.5.3).
    const link = drawn(<Id value="pay_Nf3kQ81xRt0aB9" href="/payments" short />)
    expect(link).toMatch(/<a title="pay_Nf3kQ81xRt0aB9" (?!aria-label)[^>]*>pay_Nf…aB9</)
    expect(drawn(<Id value="pay_Nf3kQ81xRt0aB9" href="/payments" />)).toContain('aria-label="pay_Nf')
  })
  it('is whole in the text that is selected, cut in the middle by its style alone', () => {
    const text = drawn(<Id value="pay_Nf3kQ81xRt0aB9" />).replace(/<[^>]*>/g, '')
    expect(text).toBe('pay_Nf3kQ81xRt0aB9')
  })
})

describe('addresses of lists', () => {
  it('keep other params, and remove the position when a filter changes', () => {
    const query = queryOf({ status: 'failed', q: '', tag: ['a', 'b'], starting_after: 'pay_x' })
    expect(query).toEqual({ status: 'failed', tag: 'b', starting_after: 'pay_x' })
    expect(hrefWith('/payments', query, { ...PLACE, status: null })).toBe('/payments?tag=b')
    expect(hrefWith('/payments', {}, { count: 50 })).toBe('/payments?count=50')
    expect(hrefWith('/payments', {})).toBe('/payments')
  })
})
