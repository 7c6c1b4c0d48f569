import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { eventLabel } from '#components/shared/event-labels.ts'
import { controlOf } from '#components/shared/list/filter-controls.tsx'
import { withStandards } from '#components/shared/list/list.ts'
import { ACTION_CHOICES, AUDIT_FILTERS, actionsLike } from '#lib/domain/audit/filters.ts'
import { ACTION_LABELS, actionLabel } from '#lib/domain/audit/schema/action-labels.ts'
import { operations } from '#lib/domain/operations.ts'
import { readParams } from '#lib/filters/list-params.ts'
import { changesOf, lineTitle, recordPath } from './audit-labels.ts'
import { AuditTable } from './audit-table.tsx'

const line = {
  id: 'aud_NfLw3gQ81xRt0a',
  entity: 'audit_line' as const,
  action: 'change_role',
  object_id: 'usr_NfLw3gQ81xRt0a',
  actor_kind: 'user',
  actor_id: 'usr_NfLw3gQ81xRt0b',
  actor_name: 'asha@example.com',
  request_id: 'req_NfLw3gQ81xRt0a',
  ip: '192.0.2.1',
  details: { email: 'x@example.com', before: { role: 'viewer' }, after: { role: 'owner', limit: null } },
  created_at: 1_781_505_000,
}

it('names actions and changes as people read them, and leads to the record', () => {
  expect(actionLabel('change_role')).toBe('Role of a team member changed')
  expect(changesOf(line)).toEqual([
    { name: 'role', before: 'viewer', after: 'owner' },
    { name: 'limit', before: '—', after: '—' },
  ])
  expect(changesOf({ details: { before: 1 } })).toEqual([])
  expect(recordPath('usr_NfLw3gQ81xRt0a')).toBe('/settings/team/usr_NfLw3gQ81xRt0a')
  expect(recordPath('pay_NfLw3gQ81xRt0a')).toBe('/payments/pay_NfLw3gQ81xRt0a')
  expect(recordPath('ses_NfLw3gQ81xRt0a')).toBeNull()
})

it('shows who did what to which record, and from where', () => {
  const text = renderToStaticMarkup(
    <AuditTable lines={[line, { ...line, id: 'aud_2', object_id: null, ip: null }]} />,
  )
  for (const shown of [
    'Role of a team member changed',
    'asha@example.com',
    '192.0.2.1',
    'href="/settings/team/usr_NfLw3gQ81xRt0a"',
  ])
    expect(text).toContain(shown)
  expect(text).toContain('href="/settings/audit/aud_NfLw3gQ81xRt0a"')
})

it('says of an email that it was written, as the timeline does, since the line is of before it was sent', () => {
  for (const action of ['send_receipt', 'send_payment_link'])
    expect(actionLabel(action)).toBe(eventLabel(action, false))
  for (const action of ['send_receipt', 'send_payment_link', 'send_bill'])
    expect(actionLabel(action)).toMatch(/ written to the outbox$/)
})

/** What leaves a line without being an operation: signing in, the command line, a request that waits. */
const NO_OPERATION = [
  'accept_invitation',
  'ask_for_approval',
  'begin_key_change',
  'cancel_key_change',
  'create_merchant',
  'create_user',
  'finish_key_change',
  'reset_password',
  'set_password',
  'sign_in_with_provider',
]

it('has words for every operation that leaves a line, and for no other', () => {
  const writes = operations.filter(({ effect }) => effect !== 'read')
  const names = writes.flatMap(({ name, auditedAs }) => [name, auditedAs ?? name])
  expect(Object.keys(ACTION_LABELS)).toEqual([...new Set([...names, ...NO_OPERATION])].sort())
  for (const label of Object.values(ACTION_LABELS)) expect(label).toMatch(/^[A-Z][^_.]+$/)
})

it('has words for what leaves a line without being an operation', () => {
  const sources = globSync('{lib/{auth,domain},scripts/command-line}/**/*.ts', {
    exclude: (name) => name.includes('.test.'),
  })
  const written = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\baction: '([a-z_]+)'/g)].map(([, name = '']) => name),
  )
  expect(written).toContain('create_merchant')
  for (const name of written) expect(ACTION_LABELS).toHaveProperty(name)
})

it('filters by what lines say, whichever operation wrote them', () => {
  expect(actionsLike('update_customer')).toEqual([
    'edit_customer',
    'update_customer',
    'update_customer_if_unchanged',
  ])
  expect(actionsLike('of_another_version')).toEqual(['of_another_version'])
  expect(actionLabel('of_another_version')).toBe('Of another version')
  const labels = Object.values(ACTION_CHOICES)
  expect(labels).toEqual([...new Set(Object.values(ACTION_LABELS))].sort())
  expect(Object.keys(ACTION_CHOICES).flatMap(actionsLike).sort()).toEqual(Object.keys(ACTION_LABELS))
})

it('begins with people and apps, and says so in the file; everything is one value away', () => {
  const reader = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }
  const filters = AUDIT_FILTERS.filter(({ names: [name] }) => name === 'action' || name === 'actor_kind')
  const read = (query: Record<string, string>) => readParams(filters, query, reader)
  expect(read({})).toEqual({ input: { actor_kind: ['user', 'key', 'client'] }, problems: [] })
  expect(read({ actor_kind: 'all' })).toEqual({ input: { actor_kind: undefined }, problems: [] })
  expect(read({ actor_kind: 'payer', action: 'set_logo' }).input).toEqual({
    actor_kind: ['payer'],
    action: ['set_logo'],
  })
  expect(read({ actor_kind: 'robot' }).problems).toEqual([expect.stringContaining('Unknown actor "robot"')])
  expect(withStandards({ filters }, {})).toEqual({ actor_kind: 'user,key,client' })
  const values = (query: Record<string, string>) =>
    filters.map((filter) => controlOf(filter, query, reader)?.value ?? null)
  expect(values({})).toEqual([null, null])
  expect(values({ actor_kind: 'all' })).toEqual([null, null])
  expect(values({ actor_kind: 'system', action: 'update_customer' })).toEqual([
    'Customer updated',
    'Counterfoil',
  ])
})

it('says of an export which list it was of', () => {
  expect(lineTitle({ action: 'record_export', details: { list: 'fund-accounts' } })).toBe(
    'Records exported: fund accounts',
  )
  expect(lineTitle({ action: 'record_export', details: {} })).toBe('Records exported')
  expect(lineTitle(line)).toBe('Role of a team member changed')
})
