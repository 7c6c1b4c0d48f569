import { AUDIT_FILTERS } from '#lib/domain/audit/filters.ts'
import { AuditLine, PEOPLE_AND_APPS } from '#lib/domain/audit/schema.ts'
import { among } from '#lib/domain/conditions.ts'
import { defineList } from '#lib/domain/list.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'
import type { audit_lines } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The audit log of the account. Its page asks for a period, so that every filter reads a bounded part of the index by time. */
export const { list: listAuditLinesForDashboard, export: exportAuditLines } = defineList({
  noun: 'audit_lines',
  permission: 'audit:read',
  item: AuditLine,
  filters: AUDIT_FILTERS,
  tab: ['actor_kind'],
  tabs: { people: among('actor_kind', [...PEOPLE_AND_APPS]) },
  max: MAX_COUNTED,
  show: withAddresses,
})

/** Lines of before they had an IP address get that of their request, with one query for all. */
async function withAddresses({ account, rows }: Context, lines: audit_lines[]) {
  const without = lines.filter(({ ip }) => ip === null)
  if (without.length === 0) return lines
  const found = await rows<{ id: string; ip: string | null }>(
    'SELECT id, ip FROM request_logs WHERE account_id = $1 AND id = ANY($2::text[])',
    [account.id, without.map(({ request_id }) => request_id)],
  )
  const addresses = new Map(found.map(({ id, ip }) => [id, ip]))
  return lines.map((line) => ({ ...line, ip: line.ip ?? addresses.get(line.request_id) ?? null }))
}
