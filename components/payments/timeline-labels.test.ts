import { describe, expect, it } from 'vitest'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { actorWords } from '#lib/values/creator-text.ts'
import { bankReferences } from './bank-references.ts'
import { eventWords } from './timeline-labels.ts'

function entry(what: string, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id: `evt_${what}`,
    what,
    actor_kind: 'key',
    actor_name: 'Webshop',
    request_id: 'req_1',
    created_at: 1,
    payload: {},
    ...more,
  }
}

const refund = (more: object = {}) => ({ refund: { entity: { id: 'rfnd_1', amount: 50_000, ...more } } })
const words = (one: TimelineEntry, others: TimelineEntry[] = []) => eventWords(one, [one, ...others])

describe('event titles', () => {
  it('tells an automatic capture from one that was asked for', () => {
    const authorized = entry('payment.authorized')
    expect(words(entry('payment.captured'), [authorized])).toMatchObject({
      title: 'Captured automatically in full',
      by: null,
    })
    expect(words(entry('payment.captured', { actor_kind: 'payer' }))).toMatchObject({ by: null })
    const request = entry('payment.captured', {
      request_id: 'req_2',
      actor_kind: 'user',
      actor_name: 'asha@example.com',
    })
    expect(words(request, [authorized])).toMatchObject({ title: 'Captured in full', by: 'asha@example.com' })
  })

  it('knows a late authorization by the failure before it', () => {
    expect(words(entry('payment.authorized'), [entry('payment.failed')]).title).toBe('Authorized late')
    expect(words(entry('payment.authorized')).title).toBe('Authorized')
  })

  it('says how much a refund is about, and how fast it was', () => {
    expect(words(entry('refund.created', { payload: refund() }))).toMatchObject({
      title: 'Refund of {amount} started',
      amount: 50_000,
      refundId: 'rfnd_1',
    })
    expect(words(entry('refund.processed', { payload: refund({ speed_processed: 'instant' }) })).title).toBe(
      'Refund of {amount} processed, instant',
    )
    expect(words(entry('refund.created', { payload: refund(), actor_kind: 'system' })).title).toBe(
      'Return of {amount} started',
    )
  })

  it('shows no internal name for an unknown value', () => {
    expect(words(entry('payment.something_new')).title).toBe('Other change')
  })

  it('names who did it', () => {
    expect(actorWords({ actor_kind: 'key', actor_name: 'Webshop' })).toBe('the key Webshop')
    expect(actorWords({ actor_kind: 'system', actor_name: 'expire-authorization' })).toBeNull()
  })
})

it('lists the references that a bank gave, and leaves blanks out', () => {
  expect(bankReferences({ rrn: '123', auth_code: null })).toEqual([
    { name: 'rrn', label: 'RRN', value: '123' },
  ])
  expect(bankReferences([])).toEqual([])
})
