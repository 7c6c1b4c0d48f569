import { z } from 'zod'
import { ACTOR_KINDS, AuditLine, PEOPLE_AND_APPS } from '#lib/domain/audit/schema.ts'
import { among } from '#lib/domain/conditions.ts'
import { created, equals, oneOfCondition, startsWith, textCondition } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'

/** The audit log of the account. Its page asks for a period, so that every filter reads a bounded part of the index by time. */
export const { list: listAuditLinesForDashboard, export: exportAuditLines } = defineList({
  noun: 'audit_lines',
  permission: 'audit:read',
  item: AuditLine,
  filters: {
    ...created,
    actor_kind: oneOfCondition('actor_kind', z.enum(ACTOR_KINDS)),
    /** The beginning of the email or the name. */
    actor: startsWith('actor_name', 200),
    action: oneOfCondition('action', textCondition(80)),
    object: equals('object_id', textCondition(40)),
    ip: equals('ip', textCondition(45)),
  },
  tab: ['actor_kind'],
  tabs: { people: among('actor_kind', [...PEOPLE_AND_APPS]) },
  max: MAX_COUNTED,
})
