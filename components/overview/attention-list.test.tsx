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
