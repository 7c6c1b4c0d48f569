import { actionLabel } from '#lib/domain/audit/schema/action-labels.ts'
import type { AuditLine } from '#lib/domain/audit/schema.ts'
import { actorWords } from '#lib/values/creator-text.ts'
import { isRecord } from '#lib/values/json.ts'
import { objectPath } from '#lib/values/object-path.ts'

export function actorText(line: Pick<AuditLine, 'actor_kind' | 'actor_name'>): string {
  return actorWords(line) ?? 'Counterfoil'
}

/** What was done; of an export, of which list. */
export function lineTitle({ action, details }: Pick<AuditLine, 'action' | 'details'>): string {
  const list = action === 'record_export' && typeof details.list === 'string' ? details.list : null
  return list === null ? actionLabel(action) : `${actionLabel(action)}: ${list.replaceAll(/[-_]/g, ' ')}`
}

/** The page of the record that a line is about; null where it has none. */
export function recordPath(id: string): string | null {
  if (/^role_[0-9A-Za-z]{14}$/.test(id)) return `/settings/team/roles/${id}`
  return /^usr_[0-9A-Za-z]{14}$/.test(id) ? `/settings/team/${id}` : objectPath(id)
}

/** The properties that a change had before and after. */
export function changesOf({
  details,
}: Pick<AuditLine, 'details'>): { name: string; before: string; after: string }[] {
  const [before, after] = [details.before, details.after]
  if (!isRecord(before) || !isRecord(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    name,
    before: shown(before[name]),
    after: shown(after[name]),
  }))
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
