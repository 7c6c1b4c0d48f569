/** The resources in the order in which they are read, by the first segment of their addresses. */
export const TAGS: Record<string, { title: string; description: string }> = {
  orders: { title: 'Orders', description: 'What a payer is to pay, once. Everything begins with an order.' },
  payments: {
    title: 'Payments',
    description: 'Attempts to pay an order: authorized by the bank, captured by you, given back by refunds.',
  },
  refunds: { title: 'Refunds', description: 'Money of a captured payment on its way back to the payer.' },
  customers: { title: 'Customers', description: 'Who pays: their names and how to reach them.' },
  documents: { title: 'Documents', description: 'PDF, PNG and JPEG files, kept byte for byte.' },
  bills: { title: 'Bills', description: 'Invoices and receipts, each with a public page of its own.' },
  webhooks: { title: 'Webhooks', description: 'Addresses of yours that are told what happens here.' },
  events: {
    title: 'Events',
    description: 'What happened, newest first, with a snapshot of what it was about.',
  },
  transfers: {
    title: 'Transfers',
    description: 'Money moved into the wallet of a customer. Wallets are discontinued.',
  },
  fund_accounts: {
    title: 'Fund accounts',
    description: 'Bank accounts of customers that a wallet is paid out to. Wallets are discontinued.',
  },
  payouts: {
    title: 'Payouts',
    description: 'Money from the wallet of a customer to their bank account. Wallets are discontinued.',
  },
}
