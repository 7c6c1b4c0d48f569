/** A column with sealed values (lib/auth/key-ring.ts), for what seals them again. All of its key are texts. */
export type SealedColumn = {
  table: string
  key: readonly [string, ...string[]]
  column: string
  /** In SQL: the sealed bytes of a row, null where it has none. */
  bytes: string
  /** In SQL: what the column becomes with other bytes. */
  with: (bytes: string) => string
  /** Rows that are read at once; fewer where a value can be large. */
  batch: number
}

const IN_ACCOUNT = ['account_id', 'id'] as const

/**
 * Every column with sealed values. A new one is added here: the test beside this file compares the list with the schema and
 * with the files that seal.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  bytes('api_keys', IN_ACCOUNT, 'secret_encrypted'),
  bytes('webhook_endpoints', IN_ACCOUNT, 'secret_encrypted'),
  bytes('webhook_endpoints', IN_ACCOUNT, 'previous_secret_encrypted'),
  bytes('acquirers', IN_ACCOUNT, 'secret_encrypted'),
  bytes('acquirers', IN_ACCOUNT, 'previous_secret_encrypted'),
  bytes('fund_accounts', IN_ACCOUNT, 'number_encrypted'),
  bytes('totp_secrets', ['user_id'], 'secret_encrypted'),
  bytes('bank_statement_drafts', IN_ACCOUNT, 'content', 4),
  bytes('bank_statement_drafts', IN_ACCOUNT, 'account_number'),
  bytes('bank_statement_columns', ['account_id'], 'account_number'),
  // Responses of confidential operations.
  {
    table: 'idempotency_keys',
    key: ['account_id', 'key'],
    column: 'body',
    bytes: `CASE WHEN body LIKE 'sealed:%' THEN decode(substring(body FROM 8), 'base64') END`,
    with: (sealed) => `'sealed:' || ${base64(sealed)}`,
    batch: 1000,
  },
  // Secrets that wait for a second person.
  {
    table: 'approvals',
    key: IN_ACCOUNT,
    column: 'input',
    bytes: `CASE WHEN operation IN ('rotate_acquirer_secret', 'rotate_gateway_credentials') THEN decode(input->>'sealed', 'base64') END`,
    with: (sealed) => `jsonb_set(input, '{sealed}', to_jsonb(${base64(sealed)}))`,
    batch: 1000,
  },
]

function bytes(table: string, key: SealedColumn['key'], column: string, batch = 500): SealedColumn {
  return { table, key, column, bytes: column, with: (sealed) => sealed, batch }
}

/** PostgreSQL breaks base64 into lines. */
function base64(sealed: string): string {
  return `translate(encode(${sealed}, 'base64'), E'\\n', '')`
}
