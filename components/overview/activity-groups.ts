import type { Activity } from '#lib/domain/overview/schema.ts'

/** What one actor did several times in a row: the latest of it, and the rest. */
export type ActivityGroup = { latest: Activity; others: Activity[] }

/** Joins what the same actor did in a row, so that one busy app does not fill the list. @param most groups */
export function groupActivity(items: Activity[], max: number): ActivityGroup[] {
  const groups: ActivityGroup[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && isSame(last.latest, item)) last.others.push(item)
    else if (groups.length === max) break
    else groups.push({ latest: item, others: [] })
  }
  return groups
}

function isSame(one: Activity, other: Activity): boolean {
  return one.what === other.what && one.actor_kind === other.actor_kind && one.actor_name === other.actor_name
}
