import type { Client } from 'pg'

/** A statement that takes a constraint or an index away, and the one that makes it again. */
type Change = { drop: string; make: string }

/** What a load does better without: loaded rows are checked, and indexes built, once for all of them. */
export type Removed = { foreignKeys: Change[]; keys: Change[]; indexes: Change[] }

const CONSTRAINTS = `
  SELECT contype = 'f' AS foreign, format('ALTER TABLE %I DROP CONSTRAINT %I', relname, conname) AS drop,
         format('ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(constraints.oid)) AS make
  FROM pg_constraint constraints JOIN pg_class ON pg_class.oid = conrelid
  WHERE connamespace = current_schema()::regnamespace AND contype IN ('f', 'p', 'u') ORDER BY relname, conname`

const INDEXES = `
  SELECT format('DROP INDEX %I', class.relname) AS drop, pg_get_indexdef(indexrelid) AS make
  FROM pg_index JOIN pg_class class ON class.oid = indexrelid
  WHERE class.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY class.relname`

/** Removes foreign keys, then the keys that they need, then every other index. In the transaction that made the tables. */
export async function removeIndexes(client: Client): Promise<Removed> {
  const constraints = await client.query<Change & { foreign: boolean }>(CONSTRAINTS)
  const indexes = await client.query<Change>(INDEXES)
  const removed = {
    foreignKeys: constraints.rows.filter(({ foreign }) => foreign),
    keys: constraints.rows.filter(({ foreign }) => !foreign),
    indexes: indexes.rows,
  }
  for (const { drop } of [...removed.foreignKeys, ...removed.keys, ...removed.indexes])
    await client.query(drop)
  return removed
}

/** Makes them again. Every row is checked: a duplicate, or a row without the one that it names, fails the restore. */
export async function makeIndexes(client: Client, removed: Removed): Promise<void> {
  for (const { make } of [...removed.keys, ...removed.indexes, ...removed.foreignKeys])
    await client.query(make)
}
