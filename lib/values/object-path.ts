const HOMES: Record<string, string> = {
  apr: 'approvals',
  bat: 'batches',
  bkl: 'settlements/bank-statements/lines',
  bst: 'settlements/bank-statements/files',
  pay: 'payments',
  order: 'orders',
  rfnd: 'refunds',
  cust: 'customers',
  doc: 'documents',
  bill: 'bills',
  trf: 'transfers',
  pout: 'payouts',
  setl: 'settlements',
  req: 'logs',
  evt: 'events',
  gdf: 'settings/acquirer/differences',
  whk: 'webhooks',
  xsc: 'exports/schedules',
}

/** The page of an object by its ID: pay_… is /payments/pay_…; null for any other text. */
export function objectPath(text: string): string | null {
  if (/^key_(test|live)_[0-9A-Za-z]{14}$/.test(text)) return `/api-keys/${text}`
  const [, prefix, tail] = /^([a-z]+)_([0-9A-Za-z]{14})$/.exec(text) ?? []
  // A fund account has no page: the list shows it.
  if (prefix === 'fa') return `/fund-accounts?id=fa_${tail}`
  const home = prefix && Object.hasOwn(HOMES, prefix) ? HOMES[prefix] : undefined
  return home && tail ? `/${home}/${prefix}_${tail}` : null
}

/** The comments on a record: those of a customer are in a tab of its page. */
export function commentsPath(id: string): string {
  return `${objectPath(id) ?? '/'}${id.startsWith('cust_') ? '?tab=timeline' : ''}#comments`
}
