import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { actionWords, changesOf, recordPath } from './audit-labels.ts'
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
  expect(actionWords('change_role')).toBe('Change role')
  expect(changesOf(line)).toEqual([
    { name: 'role', before: 'viewer', after: 'owner' },
    { name: 'limit', before: '—', after: '—' },
  ])
  expect(changesOf({ details: { before: 1 } })).toEqual([])
  const older = [{ name: 'days', before: '30', after: '90' }]
  expect(changesOf({ details: { changes: { days: { from: 30, to: 90 }, limit: { by: 5 } } } })).toEqual(older)
  expect(changesOf({ details: { changed: { days: { from: 30, to: 90 }, name: 'Former' } } })).toEqual(older)
  expect(recordPath('usr_NfLw3gQ81xRt0a')).toBe('/settings/team/usr_NfLw3gQ81xRt0a')
  expect(recordPath('pay_NfLw3gQ81xRt0a')).toBe('/payments/pay_NfLw3gQ81xRt0a')
  expect(recordPath('ses_NfLw3gQ81xRt0a')).toBeNull()
})

it('shows who did what to which record, and from where', () => {
  const text = renderToStaticMarkup(
    <AuditTable lines={[line, { ...line, id: 'aud_2', object_id: null, ip: null }]} />,
  )
  for (const shown of [
    'Change role',
    'asha@example.com',
    '192.0.2.1',
    'href="/settings/team/usr_NfLw3gQ81xRt0a"',
  ])
    expect(text).toContain(shown)
  expect(text).toContain('href="/settings/audit/aud_NfLw3gQ81xRt0a"')
})
