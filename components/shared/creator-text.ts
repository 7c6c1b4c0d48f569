import { actorWords } from '#components/payments/timeline-labels.ts'

/** The person, key or app that created a record: "user:asha@example.com" is "asha@example.com", "key:Webshop" "the key Webshop". */
export function creatorText(createdBy: string | null): string {
  if (createdBy === null) return '—'
  const at = createdBy.indexOf(':')
  return (
    actorWords({ actor_kind: createdBy.slice(0, at), actor_name: createdBy.slice(at + 1) }) ?? 'Counterfoil'
  )
}
