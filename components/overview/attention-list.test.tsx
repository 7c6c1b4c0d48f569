import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Attention } from '#lib/domain/overview/schema.ts'
import { AttentionList } from './attention-list.tsx'

const none = { count: 0, amount: 0n }
const nothing = {
  approvals: 0,
  own_approvals: false,
  expiring: { ...none, soonest: null },
  overdue: none,
  failed: none,
  reversed: none,
  ending_keys: 0,
  urgent_keys: 0,
  keys_of_people_gone: 0,
  closing_at: null,
  disabled_webhooks: 0,
  failing_webhooks: 0,
  silent_acquirer: null,
  differences: 0,
} satisfies Attention

function textOf(attention: Partial<Attention>): string {
  const all = { ...nothing, ...attention }
  const list = <AttentionList attention={all} currency="INR" now={1} />
  return renderToStaticMarkup(list).replace(/<[^>]*>/g, ' ')
}

it('asks only those to approve who can decide', () => {
  expect(textOf({ approvals: 2 })).toMatch(/Approve .*2 requests need your approval\./)
  const own = textOf({ approvals: 1, own_approvals: true })
  expect(own).toContain('1 request of yours waits for approval.')
  expect(own).not.toContain('Approve ')
})

it('names the silent acquirer, and leads to it and to the open differences', () => {
  const all = { ...nothing, silent_acquirer: { id: 'acq_1', name: 'Bank' }, differences: 3 }
  const html = renderToStaticMarkup(<AttentionList attention={all} currency="INR" now={1} />)
  expect(html).toContain('href="/settings/acquirer/acq_1"')
  expect(html).toContain('Bank has responded to no request for 10 minutes')
  expect(html).toContain('href="/settings/acquirer/differences?state=open"')
  expect(html).toContain('3 differences between a gateway account')
})
