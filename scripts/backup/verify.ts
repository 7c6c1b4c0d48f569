import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { queryOn } from '#lib/database/query.ts'
import type { Env } from '#lib/process/env.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { CHECKS, type Finding } from '#scripts/command-line/doctor.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { clusterFolder, databaseAccount } from '#scripts/postgres/account.ts'
import { type Checked, restoreBackup } from './restore.ts'
import { missingText, restoredText } from './texts.ts'

/** Checks of `doctor` about a server that runs now, which say nothing about a backup. */
const OF_A_SERVER = ['Bank calls', 'Acquirer', 'Jobs', 'Backups', 'Archive']

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Restores a checked backup into an instance of its own, looks at it as `doctor` does, and removes it. It needs as much room
 * in the temporary folder (TMPDIR) as the database and its documents.
 * @param key of the data
 */
export async function verifyBackup(checked: Checked, key: string, env: Env): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-verify-'))
  // Elsewhere, where the account of PostgreSQL cannot reach the folder.
  const cluster = clusterFolder(folder, databaseAccount())
  const remove = () => {
    for (const path of [folder, cluster, `${cluster}.log`])
      rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
  // With an exit event, so that Ctrl-C stops the database and removes it as well.
  const interrupt = () => process.exit(130)
  for (const signal of SIGNALS) process.once(signal, interrupt)
  process.on('exit', remove)
  try {
    const database = await openLocalDatabase({ dataDir: folder, durable: false })
    // Once more, after the listener that stops the database.
    process.on('exit', remove)
    try {
      const storage = folderStorage(join(folder, 'storage'))
      const { rows, documents } = await restoreBackup(checked, database.url, storage)
      return [
        archiveFinding(checked),
        { name: 'Restore', ok: true, detail: `${restoredText(rows, documents)} restored.` },
        ...(await examine(database.url, { ...env, DATA_DIR: folder, SECRET_KEY: key })),
      ]
    } finally {
      await database.stop()
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    process.off('exit', remove).off('exit', remove)
    remove()
  }
}

function archiveFinding({ manifest }: Checked): Finding {
  const { missing } = manifest.documents
  const size = sizeText(manifest.tables.reduce((sum, { bytes }) => sum + bytes, manifest.documents.bytes))
  const without = missing > 0 ? ` ${missingText(missing)}` : ''
  return { name: 'Checksums', ok: true, detail: `All agree, over ${size}.${without}` }
}

async function examine(databaseUrl: string, env: Env): Promise<Finding[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const findings: Finding[] = []
    for (const check of CHECKS) findings.push(await check(queryOn(client), env))
    return findings.filter(({ name }) => !OF_A_SERVER.includes(name))
  } finally {
    await client.end()
  }
}
