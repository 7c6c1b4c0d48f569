/** What becomes of the rows of a table when an account is exported, its test data is reset, or its merchant is deleted. */
type AccountTable = {
  /** The columns that an export leaves out, or why it leaves the table out. */
  exported: { without?: readonly string[] } | { no: string }
  /** Deleted when test data is reset, or why it stays. */
  reset: 'deleted' | { retained: string }
  /** Deleted with the merchant, or why its rows of live mode stay. Those of test mode are deleted in any case. */
  closure: 'deleted' | { retained: string }
  /** Rows can be deleted by the function `delete_erased_rows` alone. */
  appended?: true
}

const RECORD = { exported: {}, reset: 'deleted', closure: 'deleted' } as const satisfies AccountTable
const APPENDED = { ...RECORD, appended: true } as const
const without = (...columns: string[]) => ({ ...RECORD, exported: { without: columns } })

const NO_RECORD = {
  exported: { no: 'A working state of the server, without information of its own.' },
} as const
const INTERNAL = { ...RECORD, ...NO_RECORD }
const BOOKS = { retained: 'Accounting entries: amounts, times and IDs. They are kept for 8 years.' } as const
const SETTING = { retained: 'A setting.' } as const
const ACCESS = { retained: 'Keys, webhooks and connected apps stay.' } as const
const AUDIT = { retained: 'The audit log stays.' } as const

/**
 * Every table whose rows belong to an account. A test fails for one that is missing here, and for rows that are left
 * after an erasure.
 */
export const ACCOUNT_TABLES_OF: Record<string, AccountTable> = {
  orders: RECORD,
  payments: RECORD,
  cards: RECORD,
  refunds: RECORD,
  refund_links: without('token'),
  transfers: RECORD,
  reversals: APPENDED,
  payouts: RECORD,
  fund_accounts: without('number_encrypted', 'digest'),
  wallets: RECORD,
  customer_transactions: APPENDED,
  wallet_codes: INTERNAL,
  customers: RECORD,
  bills: without('token'),
  bill_versions: APPENDED,
  documents: without('storage_key'),
  document_links: RECORD,
  comments: RECORD,
  batches: RECORD,
  batch_rows: RECORD,
  bank_operations: RECORD,
  bank_statements: RECORD,
  bank_statement_lines: without('bank_account'),
  bank_statement_drafts: INTERNAL,
  bank_statement_columns: { ...INTERNAL, reset: SETTING },
  statement_seals: APPENDED,
  settlements: { ...RECORD, closure: BOOKS },
  ledger_transactions: { ...APPENDED, closure: BOOKS },
  ledger_postings: { ...APPENDED, closure: BOOKS },
  ledger_balances: { ...RECORD, reset: { retained: 'Set to zero.' }, closure: BOOKS },
  balance_movements: { ...APPENDED, closure: BOOKS },
  balance_months: { ...APPENDED, closure: BOOKS },
  record_counts: INTERNAL,
  record_count_changes: INTERNAL,
  events: APPENDED,
  mails: RECORD,
  request_logs: RECORD,
  idempotency_keys: INTERNAL,
  approvals: RECORD,
  approval_locks: INTERNAL,
  moved_alone: INTERNAL,
  grant_spending: RECORD,
  oauth_grants: { ...RECORD, reset: ACCESS },
  api_keys: { ...without('secret_hash', 'secret_encrypted'), reset: ACCESS },
  webhook_endpoints: {
    ...without('secret_encrypted', 'previous_secret_encrypted', 'headers'),
    reset: ACCESS,
  },
  acquirers: { ...without('secret_encrypted', 'previous_secret_encrypted'), reset: ACCESS },
  acquirer_calls: RECORD,
  gateway_checks: INTERNAL,
  gateway_differences: RECORD,
  gateway_imports: { ...RECORD, reset: ACCESS },
  gateway_import_rows: { ...RECORD, reset: ACCESS },
  webhook_deliveries: RECORD,
  webhook_attempts: without('request_headers'),
  list_views: { ...RECORD, reset: SETTING },
  export_schedules: { ...RECORD, reset: SETTING },
  scheduled_exports: INTERNAL,
  account_exports: INTERNAL,
  audit_lines: { ...APPENDED, reset: AUDIT },
  audit_seals: { ...APPENDED, reset: AUDIT },
}

/**
 * Every other table with rows of a merchant or a person, and what becomes of them when the merchant is deleted. A test
 * fails for one that is missing.
 */
export const MERCHANT_TABLES_OF: Record<string, 'deleted' | { retained: string }> = {
  merchants: { retained: 'Without name, address and contact: the books name it.' },
  accounts: { retained: 'The currency of the books, and that it is closed.' },
  closures: { retained: 'That, when and on whose request it was deleted, by the ID of the person.' },
  logos: 'deleted',
  memberships: 'deleted',
  invitations: 'deleted',
  roles: 'deleted',
  oauth_blocks: 'deleted',
  oauth_clients: 'deleted',
  oauth_artifacts: 'deleted',
  // Of people who belong to no other merchant.
  users: 'deleted',
  sessions: 'deleted',
  password_resets: 'deleted',
  totp_secrets: 'deleted',
  recovery_codes: 'deleted',
  passkeys: 'deleted',
  sign_in_links: 'deleted',
  passkey_challenges: 'deleted',
}
