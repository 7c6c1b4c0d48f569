import { expect, it } from 'vitest'
import type { Mail } from '#lib/domain/mails/schema.ts'
import { groupedMails } from './grouped-mails.ts'

const mail = (id: string, more: Partial<Mail> = {}) =>
  ({
    id,
    kind: 'approval',
    object_id: 'apr_1',
    recipient: `${id}@example.com`,
    subject: 'Approve',
    status: 'sent',
    created_at: 1,
    ...more,
  }) as Mail
const shown = (...mails: Mail[]) => groupedMails(mails).map(({ id, more }) => [id, more])

it('emails to several people about the same are one row', () => {
  expect(shown(mail('a'), mail('b'), mail('c'))).toEqual([['a', 2]])
  expect(shown(mail('a'), mail('b', { status: 'failed' }), mail('c'))).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 0],
  ])
})

it('emails about others, of another time or about nothing stay rows of their own', () => {
  expect(shown(mail('a'), mail('b', { object_id: 'apr_2' }), mail('c', { object_id: 'apr_2' }))).toEqual([
    ['a', 0],
    ['b', 1],
  ])
  expect(shown(mail('a'), mail('b', { created_at: 2 }))).toHaveLength(2)
  expect(shown(mail('a', { object_id: null }), mail('b', { object_id: null }))).toHaveLength(2)
  expect(shown()).toEqual([])
})
