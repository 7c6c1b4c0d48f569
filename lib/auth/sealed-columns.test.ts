import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/** Other columns of bytes, and what is in them. */
const NOT_SEALED: Record<string, string> = {
  'idempotency_keys.request_hash': 'a digest',
  'instance.key_check': 'a word, sealed with the first SECRET_KEY',
  'secret_keys.sealed': 'the data keys, sealed with SECRET_KEY',
  'bank_statements.account_digest': 'a digest',
  'bank_statement_lines.bank_account': 'a digest',
  'bank_statement_lines.identity': 'a digest',
  'recovery_codes.code_hash': 'a digest',
  'passkeys.public_key': 'a public key',
  'logos.png': 'a picture',
  'api_keys.secret_hash': 'a digest',
  'oauth_clients.secret_hash': 'a digest',
  'oauth_artifacts.id_hash': 'a digest',
  'fund_accounts.digest': 'a digest',
  'wallet_codes.subject': 'a digest',
  'wallet_codes.browser': 'a digest',
  'audit_seals.lines_hash': 'a digest',
  'audit_seals.hash': 'a digest',
}

/** Every file that seals a value, and the columns that its values go to. */
const SEALING: Record<string, string[]> = {
  'lib/domain/acquirers/add.ts': ['acquirers.secret_encrypted'],
  'lib/domain/acquirers/rotate-credentials.ts': [
    'acquirers.previous_secret_encrypted',
    'acquirers.secret_encrypted',
    'approvals.input',
  ],
  'lib/domain/acquirers/use.ts': [
    'acquirers.previous_secret_encrypted',
    'acquirers.secret_encrypted',
    'approvals.input',
  ],
  'lib/domain/api-keys/create.ts': ['api_keys.secret_encrypted'],
  'lib/domain/api-keys/rotate.ts': ['api_keys.secret_encrypted'],
  'lib/domain/bank-statements/import.ts': ['bank_statement_columns.account_number'],
  'lib/domain/bank-statements/upload.ts': [
    'bank_statement_drafts.account_number',
    'bank_statement_drafts.content',
  ],
  // Their secrets are kept as digests alone.
  'lib/domain/clients/create.ts': [],
  'lib/domain/clients/rotate.ts': [],
  'lib/domain/fund-accounts/create.ts': ['fund_accounts.number_encrypted'],
  'lib/domain/profile/second-factor.ts': ['totp_secrets.secret_encrypted'],
  'lib/domain/webhooks/create.ts': ['webhook_endpoints.secret_encrypted'],
  'lib/domain/webhooks/update.ts': [
    'webhook_endpoints.previous_secret_encrypted',
    'webhook_endpoints.secret_encrypted',
  ],
  'lib/pipeline/idempotency.ts': ['idempotency_keys.body'],
}

const names = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)

/** The models of the Prisma schema, each with its lines. */
const models = globSync('prisma/schema/*.prisma').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, table, body]) => ({
    table: table ?? '',
    body: body ?? '',
  })),
)

it('every column of bytes is sealed again when SECRET_KEY changes, or is not sealed', () => {
  const columns = models.flatMap(({ table, body }) =>
    [...body.matchAll(/^ {2}(\w+)\s+Bytes\b/gm)].map(([, column]) => `${table}.${column}`),
  )
  const bytes = SEALED_COLUMNS.filter((one) => one.bytes === one.column).map(
    ({ table, column }) => `${table}.${column}`,
  )
  expect([...bytes, ...Object.keys(NOT_SEALED)].sort()).toEqual(columns.sort())
  for (const column of columns.filter((name) => name.endsWith('_encrypted'))) expect(bytes).toContain(column)
})

it('every file that seals says where to', () => {
  const files = globSync('lib/**/*.ts', {
    exclude: ['**/*.test.ts', 'lib/{testing,generated}/**', 'lib/auth/key-ring.ts', 'lib/runtime.ts'],
  })
  const sealing = files.filter((file) =>
    /\bvault\.seal\(|\bcontext\.newSecret\(/.test(readFileSync(file, 'utf8')),
  )
  expect(Object.keys(SEALING).sort()).toEqual(sealing.sort())
  expect([...new Set(Object.values(SEALING).flat())].sort()).toEqual([...new Set(names)].sort())
})

it('is read by the whole primary key, whose columns are texts', () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const body = models.find((model) => model.table === table)?.body ?? ''
    const listed = /@@id\(\[([^\]]+)\]\)/.exec(body)?.[1]?.split(', ')
    const single = /^ {2}(\w+)\s+String\s+@id/m.exec(body)?.[1]
    expect([...key], table).toEqual(listed ?? [single])
    for (const column of key) expect(body, table).toMatch(new RegExp(`^ {2}${column}\\s+String\\b`, 'm'))
  }
})
