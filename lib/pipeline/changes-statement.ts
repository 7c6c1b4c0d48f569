import type { Addition, BalanceChange, Changes, Row, Update, WalletMove } from '#lib/pipeline/changes.ts'

/** The writes of one request or job: its changes, and the idempotency key that must not have been claimed before. */
export type Write = { changes: Changes; claim?: Row | undefined }

/** The order in which rows of several tables are locked (ARCHITECTURE.md); other tables follow by name. */
export const LOCK_ORDER = [
  'orders',
  'payments',
  'bank_operations',
  'refunds',
  'settlements',
  'transfers',
  'payouts',
]

/**
 * One SQL statement that makes all changes of some writes, or none of them. The text depends on the tables and columns
 * alone, so writes of one shape share a prepared statement, however many they are.
 *
 * Where a row is no longer what an update expects, or a wallet does not hold what it must, the statement fails with
 * SQLSTATE 22012 and nothing is written. A write whose idempotency key was claimed before is left out when all of them
 * only insert; otherwise it fails the statement as well.
 */
export function statementOf(writes: Write[], queues: QueueStatements): { text: string; values: unknown[] } {
  return new Builder(writes, queues).build()
}

/** Makes the common table expression that queues the jobs in the rows of that name. */
export type JobStatement = (rows: string) => string

/** The SQL of the common table expressions that queue what follows from a write. */
export type QueueStatements = {
  /** Of the jobs in the rows of that name, or null where something else queues them. */
  jobs: JobStatement | null
  /** Of the deliveries of the events that a query in brackets finds. */
  deliveries(events: string): string
}

/** Names the shape of a write: writes of one shape may share a statement. */
export function shapeOf({ changes, claim }: Write): string {
  const parts: string[] = []
  if (claim) parts.push(`claim(${Object.keys(claim)})`)
  for (const [table, rows] of changes.inserts)
    for (const row of rows) parts.push(`+${table}(${Object.keys(row)})`)
  for (const update of changes.updates) parts.push(`=${updateShape(update)}`)
  for (const addition of changes.additions) parts.push(`~${additionShape(addition)}`)
  if (changes.walletMoves.length > 0)
    parts.push(changes.walletMoves.some(({ entry }) => entry) ? 'wallets+' : 'wallets')
  if (changes.balances.length > 0) parts.push('balances')
  if (changes.jobs.length > 0) parts.push('jobs')
  return [...new Set(parts)].sort().join(' ')
}

/**
 * The rows that a write changes. Two writes of which one updates a row and the other changes it, too, never share a
 * statement; additions to one row do.
 */
export function rowsChangedBy({ changes, claim }: Write): { updated: string[]; added: string[] } {
  const name = ({ table, key }: { table: string; key: Row }) => `${table} ${keyText({ key })}`
  const updated = changes.updates.map(name)
  if (claim) updated.push(`key ${String(claim.account_id)} ${String(claim.key)}`)
  return { updated, added: changes.additions.map(name) }
}

function updateShape({ table, key, expected, set }: Update): string {
  return `${table}(${Object.keys(key)}|${Object.keys(expected)}|${Object.keys(set)})`
}

function additionShape({ table, key, expected, column, max }: Addition): string {
  return `${table}(${Object.keys(key)}|${Object.keys(expected)}|${column}<=${max})`
}

class Builder {
  private readonly values: unknown[] = []
  private readonly parts: string[] = []
  /** Conditions that the whole statement depends on, in the order in which rows are locked. */
  private readonly conditions: string[] = []
  private readonly claimed: boolean
  private readonly gated: boolean

  private readonly writes: Write[]
  private readonly queues: QueueStatements

  constructor(writes: Write[], queues: QueueStatements) {
    this.writes = writes
    this.queues = queues
    this.claimed = writes.some(({ claim }) => claim)
    this.gated =
      this.claimed &&
      writes.every(
        ({ changes }) =>
          changes.updates.length === 0 &&
          changes.additions.length === 0 &&
          changes.walletMoves.length === 0 &&
          changes.balances.length === 0,
      )
  }

  build() {
    if (this.claimed) this.claims()
    this.updates()
    this.wallets()
    this.balances()
    const events = this.inserts()
    const { jobs, deliveries } = this.queues
    if (jobs) this.addJobs(jobs)
    if (events.length > 0) {
      const all = events.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')
      this.parts.push(`queued AS (${deliveries(`(${all})`)})`)
    }
    const live = this.claimed ? '(SELECT live FROM live)' : 'NULL::int[]'
    const queued = events.length > 0 ? '(SELECT count(*)::int FROM queued)' : '0'
    const guard = this.conditions.length === 0 ? '1' : `1 / (${this.conditions.join(' AND ')})::int`
    const head = this.parts.length > 0 ? `WITH ${this.parts.join(', ')} ` : ''
    return {
      text: `${head}SELECT ${guard} AS held, ${live} AS live, ${queued} AS queued`,
      values: this.values,
    }
  }

  private place(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  private json(rows: Row[]): string {
    return `${this.place(JSON.stringify(rows))}::json`
  }

  private claims(): void {
    const claims = this.writes.flatMap(({ claim: row }, i) => (row ? [{ row, i }] : []))
    claims.sort((left, right) => (String(left.row.key) < String(right.row.key) ? -1 : 1))
    const columns = Object.keys(claims[0]?.row ?? {}).join(', ')
    const rows = this.json(claims.map(({ row }) => row))
    const index = this.place(claims.map(({ i }) => i))
    this.parts.push(
      `keys AS (SELECT k.*, (${index}::int[])[k.ordinality] AS i
        FROM json_populate_recordset(NULL::idempotency_keys, ${rows}) WITH ORDINALITY AS k)`,
      `claim AS (INSERT INTO idempotency_keys (${columns}) SELECT ${columns} FROM keys
        ON CONFLICT DO NOTHING RETURNING account_id, key)`,
      'live AS (SELECT array_agg(keys.i) AS live FROM keys JOIN claim USING (account_id, key))',
    )
    if (!this.gated)
      this.conditions.push(
        `COALESCE((SELECT cardinality(live) FROM live), 0) = ${this.place(claims.length)}::int`,
      )
  }

  private updates(): void {
    const updates = Map.groupBy(
      this.writes.flatMap(({ changes }) => changes.updates),
      updateShape,
    )
    const additions = Map.groupBy(
      this.writes.flatMap(({ changes }) => changes.additions),
      additionShape,
    )
    const groups = [
      ...[...updates.values()].map((group) => ({
        table: group[0]?.table,
        build: (name: string) => this.updateGroup(name, group),
      })),
      ...[...additions.values()].map((group) => ({
        table: group[0]?.table,
        build: (name: string) => this.additionGroup(name, group),
      })),
    ]
    groups.sort((left, right) => compareTables(left.table, right.table))
    for (const [index, { build }] of groups.entries()) build(`u${index}`)
  }

  private updateGroup(name: string, group: Update[]): void {
    const [first] = group
    if (!first) return
    group.sort((left, right) => (keyText(left) < keyText(right) ? -1 : 1))
    const wanted = this.json(group.map(({ key, expected }) => ({ ...expected, ...key })))
    const after = this.json(group.map(({ set }) => set))
    const same = [
      ...Object.keys(first.key).map((column) => `t.${column} = e.${column}`),
      ...Object.keys(first.expected).map((column) => `t.${column} IS NOT DISTINCT FROM e.${column}`),
    ]
    const sets = Object.keys(first.set).map((column) => `${column} = s.${column}`)
    this.parts.push(
      `${name} AS (UPDATE ${first.table} t SET ${sets.join(', ')}
        FROM json_populate_recordset(NULL::${first.table}, ${wanted}) WITH ORDINALITY AS e
        JOIN json_populate_recordset(NULL::${first.table}, ${after}) WITH ORDINALITY AS s ON s.ordinality = e.ordinality
        WHERE ${same.join(' AND ')} RETURNING 1)`,
    )
    this.conditions.push(`(SELECT count(*) FROM ${name}) = ${this.place(group.length)}::int`)
  }

  /**
   * The additions to one row are added up in their order: the row changes once, and has room for the lowest and the
   * highest number on the way.
   */
  private additionGroup(name: string, group: Addition[]): void {
    const [first] = group
    if (!first) return
    const { table, column, max } = first
    const sums = runningSums(group)
    const wanted = this.json(
      sums.map(({ key, expected, delta }) => ({ ...expected, ...key, [column]: delta })),
    )
    const lowest = this.place(sums.map((sum) => sum.lowest))
    const highest = this.place(sums.map((sum) => sum.highest))
    const same = [
      ...Object.keys(first.key).map((one) => `t.${one} = e.${one}`),
      ...Object.keys(first.expected).map((one) => `t.${one} IS NOT DISTINCT FROM e.${one}`),
    ]
    this.parts.push(
      `${name} AS (UPDATE ${table} t SET ${column} = t.${column} + e.${column}
        FROM json_populate_recordset(NULL::${table}, ${wanted}) WITH ORDINALITY AS e
        WHERE ${same.join(' AND ')} AND t.${column} + (${lowest}::bigint[])[e.ordinality] >= 0
          AND ((${highest}::bigint[])[e.ordinality] = 0 OR t.${column} + (${highest}::bigint[])[e.ordinality] <= ${max})
        RETURNING 1)`,
    )
    this.conditions.push(`(SELECT count(*) FROM ${name}) = ${this.place(sums.length)}::int`)
  }

  /**
   * The moves of one wallet are added up in their order: its row changes once, and holds the lowest and the highest
   * balance that it goes through.
   */
  private wallets(): void {
    const moves = this.writes.flatMap(({ changes }) => changes.walletMoves)
    if (moves.length === 0) return
    const { wallets, entries } = runningBalances(moves)
    const rows = this.json(wallets)
    this.parts.push(
      `wallet AS (UPDATE wallets w SET
          balance = w.balance + s.change,
          returning_amount = w.returning_amount + s.back,
          entries = w.entries + s.entries,
          last_entry_at = CASE WHEN s.entries = 0 THEN w.last_entry_at ELSE GREATEST(w.last_entry_at, s.at) END,
          usage = ${USAGE},
          usage_month = GREATEST(w.usage_month, s.month)
        FROM json_to_recordset(${rows}) AS s (account_id text, customer_id text, change bigint, lowest bigint, highest bigint,
          credit bigint, back bigint, entries int, month text, at bigint, max_balance bigint, month_limit bigint)
        WHERE w.account_id = s.account_id AND w.customer_id = s.customer_id AND w.balance + s.lowest >= 0
          AND (s.max_balance IS NULL OR
            (w.balance + w.returning_amount + s.highest <= s.max_balance AND ${USAGE} <= s.month_limit))
        RETURNING w.account_id, w.customer_id, w.balance - s.change AS before, w.entries - s.entries AS first, w.last_entry_at)`,
    )
    this.conditions.push(`(SELECT count(*) FROM wallet) = ${this.place(wallets.length)}::int`)
    if (entries.length === 0) return
    const lines = this.json(entries)
    const columns = Object.keys(moves.find(({ entry }) => entry)?.entry ?? {})
    this.parts.push(
      `entry AS (INSERT INTO customer_transactions (${columns.join(', ')}, seq, balance, created_at)
        SELECT ${columns.map((column) => `e.${column}`).join(', ')}, wallet.first + e.seq, wallet.before + e.balance, wallet.last_entry_at
        FROM json_populate_recordset(NULL::customer_transactions, ${lines}) AS e JOIN wallet USING (account_id, customer_id))`,
    )
  }

  private balances(): void {
    const changes = this.writes.flatMap((write) => write.changes.balances)
    const sums = addedUp(changes)
    if (sums.length === 0) return
    this.parts.push(
      `kept AS (UPDATE ledger_balances b SET balance = b.balance + s.delta
        FROM json_to_recordset(${this.json(sums)}) AS s (account_id text, account text, delta bigint)
        WHERE b.account_id = s.account_id AND b.account = s.account RETURNING 1)`,
    )
    this.conditions.push(`(SELECT count(*) FROM kept) = ${this.place(sums.length)}::int`)
  }

  /** @returns the names of the expressions that hold events */
  private inserts(): string[] {
    const rows = this.writes.flatMap(({ changes }, i) =>
      [...changes.inserts].flatMap(([table, some]) => some.map((row) => ({ table, row, i }))),
    )
    const groups = Map.groupBy(rows, ({ table, row }) => `${table}(${Object.keys(row)})`)
    const events: string[] = []
    for (const [index, shape] of [...groups.keys()].sort().entries()) {
      const group = groups.get(shape) ?? []
      const [first] = group
      if (!first) continue
      const columns = Object.keys(first.row)
      const isEvent = first.table === 'events'
      if (isEvent) events.push(`w${index}`)
      const gate = this.gated
        ? ` WHERE (${this.place(group.map(({ i }) => i))}::int[])[v.ordinality] = ANY ((SELECT live FROM live)::int[])`
        : ''
      this.parts.push(
        `w${index} AS (INSERT INTO ${first.table} (${columns.join(', ')}) SELECT ${columns.map((column) => `v.${column}`).join(', ')}
          FROM json_populate_recordset(NULL::${first.table}, ${this.json(group.map(({ row }) => row))}) WITH ORDINALITY AS v${gate}${
            isEvent ? ' RETURNING account_id, id, event, object_id, endpoint_id, created_at' : ''
          })`,
      )
    }
    return events
  }

  private addJobs(statement: JobStatement): void {
    const rows = this.writes.flatMap(({ changes }, i) => changes.jobs.map((job) => ({ ...job, i })))
    if (rows.length === 0) return
    const gate = this.gated ? ' WHERE i = ANY ((SELECT live FROM live)::int[])' : ''
    this.parts.push(
      `job_rows AS (SELECT * FROM json_to_recordset(${this.json(rows)}) AS j (i int, name text, data jsonb, after double precision, key text, behind boolean)${gate})`,
      `jobs AS (${statement('job_rows')})`,
    )
  }
}

/**
 * The sum added in the month of the move, including the move. The month of a wallet never goes back: a move that was
 * decided in an earlier month counts in that of the wallet, as it does beside moves of the newer month in one statement.
 */
const USAGE = '(CASE WHEN w.usage_month >= s.month THEN w.usage ELSE 0 END + s.credit)'

/** What the moves of one wallet come to. */
type WalletSum = {
  account_id: string
  customer_id: string
  change: number
  lowest: number
  highest: number
  credit: number
  back: number
  entries: number
  month: string
  at: number
  max_balance: number | null
  month_limit: number | null
}

function runningBalances(moves: WalletMove[]) {
  const entries: Row[] = []
  const groups = Map.groupBy(moves, ({ account_id, customer_id }) => `${account_id} ${customer_id}`)
  const wallets = inOrder(groups).flatMap((group) => {
    const [first] = group
    if (!first) return []
    const wallet: WalletSum = {
      account_id: first.account_id,
      customer_id: first.customer_id,
      change: 0,
      lowest: 0,
      highest: 0,
      credit: 0,
      back: 0,
      entries: 0,
      month: first.month,
      at: first.at,
      max_balance: null,
      month_limit: null,
    }
    for (const move of group) {
      wallet.change += move.credit - move.debit
      wallet.lowest = Math.min(wallet.lowest, wallet.change)
      wallet.credit += move.credit
      wallet.back += move.returning
      // Held together, limits are never looser than one by one: what leaves the wallet in between makes no room.
      wallet.highest += Math.max(0, move.credit + move.returning)
      wallet.at = Math.max(wallet.at, move.at)
      if (move.month > wallet.month) wallet.month = move.month
      if (move.limits) {
        wallet.max_balance = Math.min(wallet.max_balance ?? Number.MAX_SAFE_INTEGER, move.limits.max_balance)
        wallet.month_limit = Math.min(wallet.month_limit ?? Number.MAX_SAFE_INTEGER, move.limits.month_limit)
      }
      if (move.entry) {
        wallet.entries += 1
        entries.push({ ...move.entry, seq: wallet.entries, balance: wallet.change })
      }
    }
    return wallet
  })
  return { wallets, entries }
}

/** The sums of additions to one row with the same expectation, in the order of their keys. */
function runningSums(additions: Addition[]) {
  const sums = new Map<string, Addition & { lowest: number; highest: number }>()
  for (const addition of additions) {
    const name = `${keyText(addition)} ${JSON.stringify(addition.expected)}`
    const sum = sums.get(name) ?? { ...addition, delta: 0, lowest: 0, highest: 0 }
    sum.delta += addition.delta
    sum.lowest = Math.min(sum.lowest, sum.delta)
    sum.highest = Math.max(sum.highest, sum.delta)
    sums.set(name, sum)
  }
  return inOrder(sums)
}

function addedUp(changes: BalanceChange[]): BalanceChange[] {
  const sums = new Map<string, BalanceChange>()
  for (const change of changes) {
    const name = `${change.account_id} ${change.account}`
    const sum = sums.get(name)
    if (sum) sum.delta += change.delta
    else sums.set(name, { ...change })
  }
  return inOrder(sums)
}

function compareTables(left = '', right = ''): number {
  const place = (table: string) =>
    LOCK_ORDER.includes(table) ? LOCK_ORDER.indexOf(table) : LOCK_ORDER.length
  return place(left) - place(right) || (left < right ? -1 : left > right ? 1 : 0)
}

/** The values of a map in the order of its keys. */
function inOrder<T>(map: Map<string, T>): T[] {
  return [...map].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value)
}

function keyText({ key }: { key: Row }): string {
  return Object.values(key).join(' ')
}
