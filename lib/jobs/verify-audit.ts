import {
  hashOf,
  SEALED_AFTER,
  SEALED_TEXT,
  type Seal,
  type SealedLine,
  sealDigestOf,
} from '#lib/jobs/seal-audit.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { countText } from '#lib/values/count-text.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

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
