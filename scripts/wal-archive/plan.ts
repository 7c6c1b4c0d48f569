import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import {
  type BaseBackup,
  IDENTITY,
  readArchive,
  type Segment,
  segmentsFrom,
  type WalArchive,
} from '#lib/database/wal-archive.ts'
import type { Unlock } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { archivedMigrations } from '#scripts/backup/restore.ts'
import { committedMigrations } from '#scripts/schema/migrations.ts'
import { BASE_FORMAT } from './base.ts'
import { decrypted, isEncrypted } from './encode.ts'

/** A time as it was entered, and in Unix seconds; or the end of the archive. */
export type Target = { text: string; at: number } | 'latest'

/** @throws CannotStart for anything but `latest` and a time with its zone */
export function targetOf(entered: string): Target {
  if (entered === 'latest') return entered
  if (!z.iso.datetime({ offset: true }).safeParse(entered).success)
    throw backupError('time_invalid', { time: entered })
  return { text: entered, at: Date.parse(entered) / 1000 }
}

export type Plan = {
  folder: string
  target: Target
  base: BaseBackup
  /** Where the base backup is. */
  place: string
  /** The segments from the base backup on, without a gap, and the one that is missing after them where later ones are there. */
  run: Segment[]
  missing: string | null
  earliest: number
  unlock: Unlock | null
  /** SECRET_KEY, where it is included. */
  secretKey: string | null
}

/**
 * Chooses the base backup for a time, before anything is read or changed.
 * @throws CannotStart when there is no archive, it does not reach to the time, or it is not opened by these
 */
export async function planRestore(folder: string, target: Target, unlock: Unlock | null): Promise<Plan> {
  if (!existsSync(join(folder, IDENTITY))) throw backupError('not_an_archive', { place: folder })
  const archive = await readArchive(folder)
  const [first] = archive.bases
  const base =
    target === 'latest'
      ? archive.bases.at(-1)
      : archive.bases.findLast(({ finished_at }) => finished_at <= target.at)
  if (!first) throw backupError('archive_without_base', { place: folder })
  if (!base) throw outside(folder, target, first.finished_at, lastOf(archive, first))
  const place = join(folder, 'base', base.id)
  const { format, version } = base
  if (format > BASE_FORMAT) throw backupError('newer', { version, reason: 'its format is unknown' })
  archivedMigrations(base, committedMigrations())
  const plan = { folder, target, base, place, earliest: first.finished_at, unlock }
  const { run, missing } = segmentsFrom(archive.segments, base.segment)
  if (unlock !== null && !base.key_included && !run.some(({ path }) => isEncrypted(path)))
    throw backupError('not_locked', { place })
  assertReaches({ ...plan, run, missing })
  return { ...plan, run, missing, secretKey: await readKey(base, place, unlock) }
}

function lastOf({ segments }: WalArchive, { finished_at }: BaseBackup): number {
  return segments.at(-1)?.at ?? finished_at
}

/** The end is known by the segment; PostgreSQL finds the last transaction in it. @throws CannotStart */
export function assertReaches({
  run,
  missing,
  base,
  folder,
  target,
  earliest,
}: Omit<Plan, 'place' | 'unlock' | 'secretKey'>): void {
  const end = run.at(-1)?.at ?? base.finished_at
  const isBefore = target !== 'latest' && target.at <= end && run.length > 0
  if (missing !== null && !isBefore)
    throw backupError('segment_missing', { place: folder, name: missing, latest: targetText(end) })
  if (target !== 'latest' && !isBefore) throw outside(folder, target, earliest, end)
}

export function outside(folder: string, target: Target, earliest: number, latest: number): Error {
  return backupError('outside_archive', {
    place: folder,
    earliest: targetText(earliest + 0.001),
    latest: targetText(latest),
    time: target === 'latest' ? target : target.text,
  })
}

/** "2026-11-29T14:23:01.512Z" */
export function targetText(at: number): string {
  return new Date(at * 1000).toISOString()
}

async function readKey(base: BaseBackup, place: string, unlock: Unlock | null): Promise<string | null> {
  if (!base.key_included) return null
  const bytes = await decrypted(join(place, 'secret.key.age'), unlock)
  return (await text(bytes)).trim()
}
