/**
 * `node bench/servers/backup.ts FOLDER`: a backup of the bench's database DATABASE_URL, as `counterfoil backup` takes it of
 * the embedded one, whose connections it can slow down.
 */
import { loadEnv, masterKeyOf } from '#lib/process/env.ts'
import { openStorage } from '#lib/storage/open.ts'
import { backupPlaceOf } from '#scripts/backup/places.ts'
import { runInBackground } from '#scripts/backup/source.ts'
import { takeBackup } from '#scripts/backup/take.ts'

runInBackground()
const env = loadEnv()
const { size } = await takeBackup({
  databaseUrl: env.DATABASE_URL ?? '',
  isLocal: true,
  documents: openStorage(env),
  secretKey: masterKeyOf(env),
  place: await backupPlaceOf(process.argv[2] ?? '', env, 0),
  lock: null,
})
console.log(size)
