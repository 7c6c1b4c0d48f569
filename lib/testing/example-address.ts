import type { Operation } from '#lib/pipeline/operation.ts'

/** A well-formed id for each parameter of a path, from the folder that it stands in. */
export const KINDS: Record<string, string> = {
  orders: 'order',
  payments: 'pay',
  refunds: 'rfnd',
  customers: 'cust',
  documents: 'doc',
  bills: 'bill',
  cards: 'card',
  transfers: 'trf',
  fund_accounts: 'fa',
  payouts: 'pout',
  settlements: 'setl',
  webhooks: 'whk',
  events: 'evt',
}

/** The address of an operation with ids of nothing, or with those that are given by their prefix. */
export function exampleAddress({ http }: Pick<Operation, 'http'>, ids: Partial<Record<string, string>> = {}) {
  const [method = '', path = ''] = (http ?? '').split(' ')
  const params: Record<string, string> = {}
  const segments = path.split('/').map((segment, index, all) => {
    if (!segment.startsWith(':')) return segment
    const kind = KINDS[all[index - 1] ?? ''] ?? ''
    const id = ids[kind] ?? `${kind}_NfLw3gQ81xRt0a`
    params[segment.slice(1)] = id
    return id
  })
  return { method, address: segments.join('/'), params }
}
