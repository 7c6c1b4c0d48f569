import type { Query } from '#lib/database/query.ts'
import type {
  AuthorizeResponse,
  CaptureResponse,
  PayoutResponse,
  RefundResponse,
} from '#lib/ports/acquirer-protocol.ts'
import type { BankMethod } from './bank-data.ts'
import { gathered } from './gathered.ts'

/**
 * The stored state of one reference at the simulated bank: `given` is the first response, for good; `final` is the
 * outcome, from `settles_at` on, or already when that is null. Timestamps are Unix seconds. Of a card it holds only
 * the outcome that its number stands for.
 */
export type SimulatorRecord = AuthorizationRecord | CaptureRecord | RefundRecord | PayoutRecord

export type AuthorizationRecord = Common & {
  kind: 'authorization'
  answer: {
    given: AuthorizeResponse
    method: BankMethod
    amount: number
    currency: string
    /** The bank's response once the payer has completed the challenge. */
    passed: AuthorizeResponse | null
    /** One-time passwords that were wrong. */
    wrong: number
  }
  final: AuthorizeResponse | null
}

export type CaptureRecord = Common & {
  kind: 'capture'
  answer: { given: CaptureResponse; authorization: string; amount: number; currency: string }
  final: null
}

export type RefundRecord = Common & {
  kind: 'refund'
  answer: {
    given: RefundResponse
    authorization: string
    amount: number
    currency: string
    /** Of money that was never captured. */
    void?: true
  }
  final: RefundResponse | null
}

export type PayoutRecord = Common & {
  kind: 'payout'
  answer: { given: PayoutResponse; amount: number; currency: string }
  final: PayoutResponse | null
}

type Common = { reference: string; settles_at: number | null; created_at: number }

/** Where the simulator remembers. Each call is one change of its own, seen by every process at once. */
export type SimulatorMemory = {
  /** Keeps a record unless its reference has one; returns the one that is kept. */
  first(record: SimulatorRecord): Promise<SimulatorRecord>
  read(reference: string): Promise<SimulatorRecord | undefined>
  /** Replaces `before` with `after`. @returns false, without a change, when another process was faster */
  replace(before: SimulatorRecord, after: SimulatorRecord): Promise<boolean>
  /**
   * What was captured and refunded of an authorization. A bank that knows it captures once and refunds no more than that. That of
   * test mode does without: the server checks both before it calls, and another trip to the database would be lost time.
   */
  movementsOf?(authorization: string): (CaptureRecord | RefundRecord)[]
}

const COLUMNS = 'reference, kind, answer, settles_at, final, created_at'

/**
 * The memory in the table simulator_records. `query` must run each statement on its own, outside any transaction of
 * the server: a bank does not forget because its customer crashed.
 */
export function sqlMemory(query: Query): SimulatorMemory {
  /** Inserts a record unless its reference has one; records that wait at the same time share a statement. */
  const insert = gathered<SimulatorRecord, SimulatorRecord | undefined>(async (records) => {
    const unique = new Map(records.map((record) => [record.reference, record]))
    const { rows } = await query<SimulatorRecord>(
      `INSERT INTO simulator_records (${COLUMNS})
       SELECT ${COLUMNS} FROM json_populate_recordset(NULL::simulator_records, $1::json) ORDER BY reference
       ON CONFLICT (reference) DO NOTHING RETURNING ${COLUMNS}`,
      [JSON.stringify([...unique.values()])],
    )
    const inserted = new Map(rows.map((row) => [row.reference, recordOf(row)]))
    // Of two calls with one reference, the one whose record was sent has made it; the other reads it.
    return records.map((record) =>
      unique.get(record.reference) === record ? inserted.get(record.reference) : undefined,
    )
  })

  async function read(reference: string): Promise<SimulatorRecord | undefined> {
    const { rows } = await query<SimulatorRecord>(
      `SELECT ${COLUMNS} FROM simulator_records WHERE reference = $1`,
      [reference],
    )
    return rows[0] && recordOf(rows[0])
  }

  async function first(record: SimulatorRecord): Promise<SimulatorRecord> {
    const stored = (await insert(record)) ?? (await read(record.reference))
    if (!stored)
      throw new Error(`The simulator's record of ${record.reference} was deleted while it was in use.`)
    return stored
  }

  async function replace(before: SimulatorRecord, after: SimulatorRecord): Promise<boolean> {
    const { rows } = await query(
      `UPDATE simulator_records SET answer = $2, settles_at = $3, final = $4
       WHERE reference = $1 AND answer = $5 AND settles_at IS NOT DISTINCT FROM $6 AND final IS NOT DISTINCT FROM $7
       RETURNING reference`,
      [
        before.reference,
        json(after.answer),
        after.settles_at,
        json(after.final),
        json(before.answer),
        before.settles_at,
        json(before.final),
      ],
    )
    return rows.length === 1
  }

  return { first, read, replace }
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Only this file writes the columns, so their shape is known. BIGINT is text to some pools and a number to others. */
function recordOf(row: SimulatorRecord): SimulatorRecord {
  return {
    ...row,
    settles_at: row.settles_at === null ? null : Number(row.settles_at),
    created_at: Number(row.created_at),
  }
}
