import { among } from '#lib/database/conditions.ts'
import { AUDIT_FILTERS } from '#lib/domain/audit/filters.ts'
import { AuditLine, PEOPLE_AND_APPS } from '#lib/domain/audit/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'

/** The audit log of the account. Its page asks for a period, so that every filter reads a bounded part of the index by time. */
export const { list: listAuditLinesForDashboard, export: exportAuditLines } = defineList({
  noun: 'audit_lines',
  permission: 'audit:read',
  item: AuditLine,
  filters: AUDIT_FILTERS,
  tab: ['actor_kind'],
  tabs: { people: among('actor_kind', [...PEOPLE_AND_APPS]) },
  max: MAX_COUNTED,
})
