/** The resources in the order in which they are read, by the first segment of their addresses. */
export const TAGS: Record<string, { title: string; description: string }> = {
  orders: {
    title: 'Orders',
    description: 'An order is an amount that a customer pays once. Every payment starts with an order.',
  },
  payments: {
    title: 'Payments',
    description:
      'A payment is one attempt to pay an order: authorized by the bank, captured by you, optionally refunded.',
  },
  cards: {
    title: 'Cards',
    description:
      'The cards that payments were made with: network, issuer and last four digits, never the number.',
  },
  refunds: {
    title: 'Refunds',
    description: 'A refund returns all or part of a captured payment to the payer.',
  },
  settlements: {
    title: 'Settlements',
    description:
      'A settlement pays what you captured, less fees, tax, refunds and transfers, to your bank account.',
  },
  customers: {
    title: 'Customers',
    description: 'Customers who pay, with their name, email and phone number.',
  },
  documents: { title: 'Documents', description: 'PDF, PNG and JPEG files, stored byte for byte.' },
  bills: { title: 'Bills', description: 'Invoices and receipts, each with its own public page.' },
  webhooks: { title: 'Webhooks', description: 'Your endpoints that receive events.' },
  events: {
    title: 'Events',
    description: 'Events of the account, newest first, with a snapshot of the affected records.',
  },
  transfers: {
    title: 'Transfers',
    description: "Transfers add money to a customer's wallet. Wallets are discontinued.",
  },
  fund_accounts: {
    title: 'Fund accounts',
    description: "Customers' bank accounts, which wallets are paid out to. Wallets are discontinued.",
  },
  payouts: {
    title: 'Payouts',
    description:
      "A payout sends money from a customer's wallet to their bank account. Wallets are discontinued.",
  },
}
