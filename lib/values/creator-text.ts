/** The person, key or app that created a record: "user:asha@example.com" is "asha@example.com", "key:Webshop" "the key Webshop". */
export function creatorText(createdBy: string | null): string {
  if (createdBy === null) return '—'
  const at = createdBy.indexOf(':')
  return (
    actorWords({ actor_kind: createdBy.slice(0, at), actor_name: createdBy.slice(at + 1) }) ?? 'Counterfoil'
  )
}

/** What imports, webhooks and polls have recorded of a gateway: `created_by` of the records, and the actors of their events. */
export const CREATED_BY_GATEWAY = 'system:import-gateway'
const GATEWAY_ACTORS = ['import-gateway', 'record-gateway-refund', 'poll_gateway']

export function isOfGateway({
  actor_kind,
  actor_name,
}: {
  actor_kind: string
  actor_name: string | null
}): boolean {
  return actor_kind === 'system' && GATEWAY_ACTORS.includes(actor_name ?? '')
}

/** The actor: "asha@example.com", "the key Webshop", "the payer", "the gateway". The platform itself is left out. */
export function actorWords({
  actor_kind,
  actor_name,
}: {
  actor_kind: string
  actor_name: string | null
}): string | null {
  switch (actor_kind) {
    case 'user':
      return actor_name
    case 'key':
      return `the key ${actor_name}`
    case 'client':
      return `the app ${actor_name}`
    case 'payer':
      return 'the payer'
    default:
      return isOfGateway({ actor_kind, actor_name }) ? 'the gateway' : null
  }
}
