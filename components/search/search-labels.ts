import type { FoundKind, FoundRecord, FoundRecords } from '#lib/domain/search/schema.ts'

export type SearchResponse = {
  groups: FoundRecords['groups']
  /** The records that only the other mode has. */
  elsewhere: { mode: 'test' | 'live'; kinds: { kind: FoundKind; count: number }[] } | null
  /** The list that is searched by its filters, or why they are not understood. */
  list: { title: string; href: string; text: string; problems: string[] } | null
  /** The lists that have the filters, where no list is named. */
  lists: { title: string; href: string; text: string }[]
  /** Where nothing was found: the first list whose filters the words were read as. */
  understood?: { title: string; href: string; text: string } | undefined
  /** What is to be done with the record of an ID: "refund pay_…". */
  verb: RecordVerb | null
}

/** What can be asked for with an ID behind it. */
type RecordVerb = 'refund' | 'capture'

export const SEARCH_KIND_LABELS: Record<FoundKind, readonly [one: string, several: string]> = {
  payment: ['Payment', 'Payments'],
  customer: ['Customer', 'Customers'],
  order: ['Order', 'Orders'],
  refund: ['Refund', 'Refunds'],
  bill: ['Bill', 'Bills'],
  transfer: ['Transfer', 'Transfers'],
  payout: ['Payout', 'Payouts'],
  settlement: ['Settlement', 'Settlements'],
  document: ['Document', 'Documents'],
  approval: ['Approval', 'Approvals'],
  event: ['Event', 'Events'],
  webhook: ['Webhook', 'Webhooks'],
  request: ['Request', 'Requests'],
}

/** "1 payment and 2 refunds" */
export function kindsInWords(kinds: { kind: FoundKind; count: number }[]): string {
  const words = kinds.map(({ kind, count }) => {
    const [one, several] = SEARCH_KIND_LABELS[kind]
    return `${count} ${(count === 1 ? one : several).toLowerCase()}`
  })
  const last = words.pop() ?? ''
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last
}

/** "Payments amount:2500 ravi": what words were read as that find nothing. */
export function understoodText(understood: SearchResponse['understood']): string | null {
  return understood ? `${understood.title} ${understood.text}` : null
}

/** A status as people read it: "captured", "on hold". */
export function statusText(status: string): string {
  return status.replaceAll('_', ' ')
}

type RecordAction = { id: string; label: string; href: string }

/** What can be done at once with a record that was found by its ID: "Refund pay_…". */
export function actionOf({ id, href, next }: FoundRecord): RecordAction | null {
  if (next === null) return null
  const verb = next === 'refund' ? 'Refund' : 'Capture'
  return { id: `${next}:${id}`, label: `${verb} ${id}`, href: `${href}/${next}` }
}
