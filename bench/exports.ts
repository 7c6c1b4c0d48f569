/**
 * `node bench/exports.ts [--rows 1000000]`: the memory that a scheduled export costs. It makes a file of so many rows as
 * the worker does, and prints how far it is, with the memory of the process, at each tenth.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DATA_DIR, openCluster } from '#bench/cluster.ts'
import { openInstance } from '#bench/instance.ts'
import { memoryOf } from '#bench/memory.ts'
import { makeScheduledExport } from '#lib/exports/make.ts'
import { folderStorage } from '#lib/storage/folder.ts'

const { values } = parseArgs({ options: { rows: { type: 'string' } } })
const rows = Number(values.rows ?? 1_000_000)
const folder = join(DATA_DIR, 'exports')

const cluster = await openCluster()
const { runtime, accountId, merchantId, close } = await openInstance(await cluster.fresh('bench_exports'))
try {
  await fill()
  const storage = folderStorage(folder)
  let written = 0
  runtime.storage = {
    ...storage,
    put: (key, bytes) => storage.put(key, watched(bytes)),
  }
  async function* watched(bytes: AsyncIterable<Uint8Array>) {
    let tenth = 0
    for await (const chunk of bytes) {
      yield chunk
      written += Buffer.from(chunk).toString().split('\n').length - 1
      if (written < (tenth * rows) / 10) continue
      tenth += 1
      say(written)
    }
  }
  const begun = performance.now()
  await makeScheduledExport(runtime, accountId, 'xfl_00000000000000')
  const seconds = (performance.now() - begun) / 1000
  console.log(`${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} a second.`)
} finally {
  await close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

function say(written: number) {
  const { heapUsed } = process.memoryUsage()
  const { now, peak } = memoryOf(process.pid)
  console.log(
    `${String(written).padStart(9)} rows: ${Math.round(heapUsed / 1_048_576)} MB of heap, ${Math.round(now)} MB resident, ${Math.round(peak)} MB at its peak`,
  )
}

/** An owner, a schedule, a file that waits to be made, and the rows. */
async function fill() {
  const user = 'usr_00000000000000'
  await runtime.query(
    `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ($1, 'bench@example.com', 'Bench', '-', 1)`,
    [user],
  )
  await runtime.query(
    `INSERT INTO memberships (merchant_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 1)`,
    [merchantId, user],
  )
  await runtime.query(
    `INSERT INTO export_schedules (account_id, id, user_id, list, query, filters, columns, format, head, frequency, weekday,
       month_day, hour, zone, recipients, next_at, created_at, updated_at)
     VALUES ($1, 'xsc_00000000000000', $2, 'customers', '', '{}', '{customer_id,email,contact,name,created_at}', 'spreadsheet', true,
       'daily', 1, 1, 7, 'Asia/Kolkata', ARRAY[$2], 4000000000, 1, 1)`,
    [accountId, user],
  )
  await runtime.query(
    `INSERT INTO scheduled_exports (account_id, id, schedule_id, list, format, name, due_at, from_at, to_at, status, created_at)
     VALUES ($1, 'xfl_00000000000000', 'xsc_00000000000000', 'customers', 'spreadsheet', '', 1, 1000000000, 2000000000, 'pending', 1)`,
    [accountId],
  )
  await runtime.query(
    `INSERT INTO customers (account_id, id, name, email, contact, identity, created_at)
     SELECT $1, 'cust_' || lpad(n::text, 14, '0'), 'Customer ' || n, n || '@example.com', '+91' || (9000000000 + n),
       n || '@example.com', 1700000000 + n / 3 FROM generate_series(1, $2) n`,
    [accountId, rows],
  )
}
