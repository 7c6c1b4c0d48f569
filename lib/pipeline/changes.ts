import { type CountedRow, type CountedTable, countChanges } from '#lib/counters/change.ts'

/** The columns of a row with their values: text, safe integers, booleans, lists of text, JSON as it is, and bytes. */
export type Row = Record<string, unknown>

/**
 * A row that changes only while it is still what the decision rested on: every column of `expected` is compared, and
 * nothing at all is written when one of them differs.
 */
export type Update = { table: string; key: Row; expected: Row; set: Row }

/**
 * A number of a row that grows or shrinks, while it stays between 0 and `max` and the row has the values of `expected`.
 * Unlike an update it does not rest on the number itself, so additions to one row share a statement, and each is held to
 * the bounds in their order.
 */
export type Addition = {
  table: string
  key: Row
  expected: Row
  column: string
  delta: number
  /** The upper bound of the number when it grows: SQL of the code, in which the row is named `t`. */
  max: string
}

/** Money into or out of a wallet, with the line of its statement; without a line, only what may return changes. */
export type WalletMove = {
  account_id: string
  customer_id: string
  credit: number
  debit: number
  /** By how much the amount that may return to the wallet grows or shrinks. */
  returning: number
  /** The limits that the credit is held to. */
  limits: { max_balance: number; month_limit: number } | null
  /** The calendar month that the credit counts in, and the time of the entry. */
  month: string
  at: number
  entry: Row | null
}

/** A kept balance of the ledger, and by how much it grows or shrinks. */
export type BalanceChange = { account_id: string; account: string; delta: number }

/** A record that is counted (lib/counters), as it was, null when it is new, and as it will be. */
type Counting = {
  account_id: string
  table: CountedTable
  before: CountedRow[CountedTable] | null
  after: CountedRow[CountedTable]
}

/**
 * A job for the worker: `after` in seconds; of jobs with one `key` the queue keeps one; one that is `behind` waits while
 * others of its name are due.
 */
export type NewJob = { name: string; data: unknown; after: number; key: string | null; behind?: boolean }

/**
 * The writes of a transaction, gathered while its operation decides and written by one statement
 * (lib/pipeline/changes-statement.ts). A row that is changed twice is written once, with its last values.
 */
export class Changes {
  /** By table. */
  readonly inserts = new Map<string, Row[]>()
  readonly updates: Update[] = []
  readonly additions: Addition[] = []
  readonly walletMoves: WalletMove[] = []
  readonly balances: BalanceChange[] = []
  readonly jobs: NewJob[] = []
  private readonly counting = new Map<string, Counting>()
  private readonly open: boolean

  /** @param open false where nothing is ever written: outside of a transaction */
  constructor(open = true) {
    this.open = open
  }

  /** Thrown when a stored balance of the ledger would fall below zero. */
  shortfall: (() => Error) | undefined

  insert(table: string, row: Row): void {
    this.assertOpen()
    const rows = this.inserts.get(table)
    if (rows) rows.push(row)
    else this.inserts.set(table, [row])
  }

  /** Changes a row by its primary key, which begins with the account. */
  update(table: string, key: Row, expected: Row, set: Row): void {
    this.assertOpen()
    const inserted = this.inserted(table, key)
    if (inserted) {
      Object.assign(inserted, set)
      return
    }
    this.assertNotIn(this.additions, table, key)
    const earlier = this.updates.find((update) => update.table === table && isOf(update.key, key))
    if (earlier) Object.assign(earlier.set, set)
    else this.updates.push({ table, key, expected, set: { ...set } })
  }

  /** Adds to a number of a row that was not inserted or updated by the same transaction. */
  add(addition: Addition): void {
    this.assertOpen()
    this.assertNotIn(this.updates, addition.table, addition.key)
    this.assertNotIn(this.additions, addition.table, addition.key)
    if (this.inserted(addition.table, addition.key)) throw new Error('The row is inserted: insert its value.')
    this.additions.push(addition)
  }

  moveWallet(move: WalletMove): void {
    this.assertOpen()
    this.walletMoves.push(move)
  }

  addToBalance(change: BalanceChange): void {
    this.assertOpen()
    this.balances.push(change)
  }

  enqueue(job: NewJob): void {
    this.assertOpen()
    this.jobs.push(job)
  }

  /** Counts a record that is new or changes. Of several changes of one record, the first `before` and the last `after` count. */
  count<T extends CountedTable>(
    account_id: string,
    table: T,
    before: CountedRow[T] | null,
    after: CountedRow[T] & { id: string },
  ): void {
    this.assertOpen()
    const name = `${table} ${after.id}`
    const first = this.counting.get(name)
    this.counting.set(name, { account_id, table, before: first ? first.before : before, after })
  }

  /** Adds the changes of the counters to the rows. To be called once, at the end. */
  addCounts(): void {
    for (const { account_id, table, before, after } of this.counting.values())
      for (const row of countChanges(account_id, table, before, after))
        this.insert('record_count_changes', row)
    this.counting.clear()
  }

  private assertOpen(): void {
    if (!this.open) throw new Error('Writes are not possible here: use context.step or context.transaction.')
  }

  private inserted(table: string, key: Row): Row | undefined {
    return this.inserts.get(table)?.find((row) => isOf(row, key))
  }

  /** One statement changes a row once: PostgreSQL would ignore a second change. */
  private assertNotIn(changed: { table: string; key: Row }[], table: string, key: Row): void {
    if (changed.some((one) => one.table === table && isOf(one.key, key)))
      throw new Error(`A row of ${table} is changed in two ways.`)
  }

  get empty(): boolean {
    return (
      this.inserts.size === 0 &&
      this.updates.length === 0 &&
      this.additions.length === 0 &&
      this.walletMoves.length === 0 &&
      this.balances.length === 0 &&
      this.jobs.length === 0
    )
  }
}

function isOf(row: Row, key: Row): boolean {
  return Object.keys(key).every((column) => row[column] === key[column])
}
