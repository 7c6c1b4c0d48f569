import { createHash } from 'node:crypto'
import type { Columns, Query } from '#lib/database/query.ts'
import type { audit_seals } from '#lib/generated/prisma/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { idsBetween } from '#lib/values/id.ts'
import { countText } from '#lib/values/number-text.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'

/**
 * How old a line is before it is sealed, in seconds. IDs are made before their transactions commit, so a line may appear
 * below newer ones; five minutes are longer than any transaction and any difference of clocks.
 */
export const SEALED_AFTER = 5 * MINUTE
/** The most lines of one seal. */
const LINES = 1000

type Sealing = Pick<Runtime, 'query' | 'vault' | 'clock'>

export type Seal = Columns<
  audit_seals,
  'account_id' | 'seq' | 'first_id' | 'last_id' | 'lines' | 'first_at'
> & {
  lines_hash: Uint8Array
  hash: Uint8Array
}

/**
 * Seals the lines of the audit log that are not sealed yet, account by account: each seal holds a hash over its lines, and a
 * digest over that and the seal before. Writes of money know nothing of it. Two workers at once make the same seal, once.
 * @returns how many lines were sealed
 */
export async function sealAuditLines(system: Sealing): Promise<number> {
  const now = Math.floor(system.clock() / 1000)
  const { from: end } = idsBetween('audit', now - SEALED_AFTER, now)
  const { rows } = await system.query<{ account_id: string }>(
    `SELECT account.id AS account_id FROM accounts account
     WHERE account.closed_at IS NULL AND EXISTS (
       SELECT 1 FROM audit_lines line WHERE line.account_id = account.id AND line.id < $1 AND line.id > coalesce(
         (SELECT last_id FROM audit_seals seal WHERE seal.account_id = account.id ORDER BY seq DESC LIMIT 1), ''))`,
    [end],
  )
  let sealed = 0
  for (const { account_id } of rows) {
    for (;;) {
      const lines = await sealNext(system, account_id, end, now)
      sealed += lines
      if (lines < LINES) break
    }
  }
  return sealed
}

async function sealNext(system: Sealing, accountId: string, end: string, now: number): Promise<number> {
  const before = await lastSeal(system.query, accountId)
  const lines = await linesAfter(system.query, accountId, before?.last_id ?? '', end)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return 0
  const seal = {
    account_id: accountId,
    seq: (before?.seq ?? 0) + 1,
    first_id: first.id,
    last_id: last.id,
    lines: lines.length,
    first_at: Number(first.created_at),
    lines_hash: hashOf(lines),
  }
  await system.query(
    `INSERT INTO audit_seals (account_id, seq, first_id, last_id, lines, first_at, lines_hash, hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      seal.account_id,
      seal.seq,
      seal.first_id,
      seal.last_id,
      seal.lines,
      seal.first_at,
      seal.lines_hash,
      sealDigestOf(system.vault, seal, before?.hash),
      now,
    ],
  )
  return lines.length
}

export type SealedLine = { id: string; created_at: number | bigint; text: string }

/** An audit line as one text, which PostgreSQL writes the same way for the same values. */
export const SEALED_TEXT =
  'jsonb_build_array(id, action, object_id, actor_kind, actor_id, actor_name, request_id, details, created_at, ip)::text'

/** Lines of one account by their IDs. */
async function linesAfter(
  query: Query,
  accountId: string,
  after: string,
  end: string,
): Promise<SealedLine[]> {
  const { rows } = await query<SealedLine>(
    `SELECT id, created_at, ${SEALED_TEXT} AS text
     FROM audit_lines WHERE account_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4`,
    [accountId, after, end, LINES],
  )
  return rows
}

async function lastSeal(query: Query, accountId: string): Promise<Seal | undefined> {
  const { rows } = await query<Seal>(
    'SELECT * FROM audit_seals WHERE account_id = $1 ORDER BY seq DESC LIMIT 1',
    [accountId],
  )
  return rows[0]
}

export function hashOf(lines: { text: string }[]): Uint8Array {
  const hash = createHash('sha256')
  for (const { text } of lines) hash.update(text).update('\n')
  return hash.digest()
}

/** Only the holder of the key of the digests can make it, so who writes to the tables alone cannot make the chain again. */
export function sealDigestOf(
  vault: Runtime['vault'],
  { account_id, seq, first_id, last_id, lines, first_at, lines_hash }: Omit<Seal, 'hash'>,
  before: Uint8Array | undefined,
): Uint8Array {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const parts = [account_id, seq, first_id, last_id, lines, Number(first_at), hex(lines_hash)]
  return vault.digest(`audit seal ${JSON.stringify([...parts, before ? hex(before) : null])}`)
}

export type Verified = {
  account_id: string
  seals: number
  /** Lines that were compared with their seals, and those that are too new to be sealed. */
  lines: number
  unsealed: number
  /** The digest of the newest seal: kept elsewhere, it shows if newer seals are cut off. */
  head: string | null
  /** One sentence for each seal that does not agree with the lines, or with the seal before. */
  problems: string[]
}

/**
 * Compares the audit log of an account with its seals: a line that was changed, removed or inserted below the newest seal
 * shows, and so does a seal that was changed or removed.
 * @param retentionDays lines that are older may have been deleted as settings say; their seals are compared alone
 */
export async function verifyAudit(
  system: Pick<Runtime, 'query' | 'vault' | 'clock'>,
  accountId: string,
  retentionDays: number,
): Promise<Verified> {
  const now = Math.floor(system.clock() / 1000)
  const deletedBefore = now - retentionDays * DAY
  const result: Verified = {
    account_id: accountId,
    seals: 0,
    lines: 0,
    unsealed: 0,
    head: null,
    problems: [],
  }
  let before: Seal | undefined
  for (;;) {
    const { rows } = await system.query<Seal>(
      'SELECT * FROM audit_seals WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT 100',
      [accountId, before?.seq ?? 0],
    )
    for (const seal of rows) {
      result.seals += 1
      result.problems.push(...problemsOfChain(system, seal, before))
      if (Number(seal.first_at) >= deletedBefore)
        result.lines += await compare(system, seal, before, result.problems)
      before = seal
    }
    if (rows.length < 100) break
  }
  result.head = before ? hex(before.hash) : null
  const { rows } = await system.query<{ total: number; old: number }>(
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE created_at < $3)::int AS old
     FROM audit_lines WHERE account_id = $1 AND id > $2`,
    [accountId, before?.last_id ?? '', now - SEALED_AFTER - HOUR],
  )
  result.unsealed = rows[0]?.total ?? 0
  const old = rows[0]?.old ?? 0
  if (old > 0)
    result.problems.push(
      `${countText(old, 'line is', 'lines are')} older than an hour and not sealed: the worker is not running, or seals are missing.`,
    )
  return result
}

function problemsOfChain({ vault }: Pick<Runtime, 'vault'>, seal: Seal, before: Seal | undefined): string[] {
  const problems: string[] = []
  const expected = (before?.seq ?? 0) + 1
  if (seal.seq !== expected) problems.push(`Seal ${expected} is missing.`)
  else if (hex(sealDigestOf(vault, seal, before?.hash)) !== hex(seal.hash))
    problems.push(`Seal ${seal.seq} was changed, or the seal before it was.`)
  return problems
}

/** @returns how many lines were compared */
async function compare(
  { query }: Pick<Runtime, 'query'>,
  seal: Seal,
  before: Seal | undefined,
  problems: string[],
): Promise<number> {
  const { rows } = await query<SealedLine>(
    `SELECT id, created_at, ${SEALED_TEXT} AS text
     FROM audit_lines WHERE account_id = $1 AND id > $2 AND id <= $3 ORDER BY id`,
    [seal.account_id, before?.last_id ?? '', seal.last_id],
  )
  if (hex(hashOf(rows)) === hex(seal.lines_hash)) return rows.length
  const range = `${seal.first_id} to ${seal.last_id} (seal ${seal.seq})`
  const difference = rows.length - seal.lines
  const what =
    difference === 0
      ? 'a line was changed'
      : difference < 0
        ? `${countText(-difference, 'line was', 'lines were')} removed`
        : `${countText(difference, 'line was', 'lines were')} inserted`
  problems.push(`In the lines ${range}, ${what}.`)
  return rows.length
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
