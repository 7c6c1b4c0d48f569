/**
 * The archive of the write-ahead log of the embedded database: a folder with
 *
 *     archive.json                            which database it is of
 *     incoming/<segment>                      as PostgreSQL has archived it
 *     wal/<segment>-<time>-<digest>.zst       the same, compressed; with .age, encrypted
 *     base/<time>/base.tar.zst, base.json     the data folder of PostgreSQL, and what is known about it, written last
 *     documents/…, exports/…                  the documents, under their keys in the storage
 *
 * `<time>` of a segment is when PostgreSQL archived it: every transaction in it ended before. `<digest>` begins the SHA-256
 * of its 16 MB.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { countText } from '#lib/values/number-text.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import type { Query } from './query.ts'

/** The folder that PostgreSQL archives to. */
export const INCOMING = 'incoming'
export const IDENTITY = 'archive.json'

/** PostgreSQL ends a segment after so many seconds, so that at most that much is lost. */
export const ARCHIVE_TIMEOUT = 60

/** What base.json says. Times are Unix seconds. */
export const BaseBackup = z.object({
  format: z.number().int(),
  /** Of Counterfoil. */
  version: z.string(),
  postgresql: z.string(),
  started_at: z.number(),
  /** The earliest time that it can be restored to. */
  finished_at: z.number(),
  /** The first segment that it needs. */
  segment: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  key_fingerprint: z.string(),
  /** Whether it has SECRET_KEY, and is encrypted. */
  key_included: z.boolean(),
  /** Of the archive of the data folder before it was compressed. */
  size: z.number().int(),
  sha256: z.string(),
})
export type BaseBackup = z.output<typeof BaseBackup> & { id: string }

/** `digest` is null for one that is as PostgreSQL archived it. */
export type Segment = { name: string; at: number; path: string; digest: string | null }

export type WalArchive = { bases: BaseBackup[]; segments: Segment[] }

/** The name that PostgreSQL gives to a segment: timeline, and number. */
export const SEGMENT = /^[0-9A-F]{24}$/
const STORED = /^([0-9A-F]{24})-(\d{8}T\d{6}Z)-([0-9a-f]{16})\.zst(?:\.age)?$/

/** `20261129T142301Z` */
export function compactTime(at: number): string {
  return new Date(Math.ceil(at) * 1000).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** The segment that comes after one, of 16 MB each. */
export function segmentAfter(name: string): string {
  const number = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n
  const part = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + part(number / 256n) + part(number % 256n)
}

/** Everything complete in the archive, the oldest first. An archive that is not there is empty. */
export async function readArchive(folder: string): Promise<WalArchive> {
  const [stored, incoming, bases] = await Promise.all([
    storedSegments(join(folder, 'wal')),
    incomingSegments(join(folder, INCOMING)),
    baseBackups(join(folder, 'base')),
  ])
  const names = new Set(stored.map(({ name }) => name))
  const segments = [...stored, ...incoming.filter(({ name }) => !names.has(name))]
  return { bases, segments: segments.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

async function storedSegments(folder: string): Promise<Segment[]> {
  return (await namesIn(folder)).flatMap((file) => {
    const [, name, time, digest] = STORED.exec(file) ?? []
    if (!name || !time || !digest) return []
    return [{ name, at: secondsOf(time), path: join(folder, file), digest }]
  })
}

async function incomingSegments(folder: string): Promise<Segment[]> {
  const names = (await namesIn(folder)).filter((name) => SEGMENT.test(name))
  const segments = names.map(async (name) => {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    return found ? [{ name, at: Math.ceil(found.mtimeMs / 1000), path, digest: null }] : []
  })
  return (await Promise.all(segments)).flat()
}

async function baseBackups(folder: string): Promise<BaseBackup[]> {
  const bases = (await namesIn(folder)).sort().map(async (id) => {
    try {
      return [{ ...BaseBackup.parse(JSON.parse(await readFile(join(folder, id, 'base.json'), 'utf8'))), id }]
    } catch {
      return [] // Written last: this one is not complete.
    }
  })
  return (await Promise.all(bases)).flat().sort((a, b) => a.finished_at - b.finished_at)
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function secondsOf(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3:$4:$5Z')) / 1000
}

/** The segments from one on without a gap, and the first that is missing although later ones are there. */
export function segmentsFrom(segments: Segment[], first: string): { run: Segment[]; missing: string | null } {
  const run: Segment[] = []
  let next = first
  for (const segment of segments) {
    if (segment.name < next) continue
    if (segment.name !== next) return { run, missing: next }
    run.push(segment)
    next = segmentAfter(next)
  }
  return { run, missing: run.length === 0 ? first : null }
}

/** Segments are stored within seconds, and a base backup is made every day: this much later, something is wrong. */
const STORED_WITHIN = 10 * MINUTE
const BASE_WITHIN = 2 * DAY
const FIRST_BASE_WITHIN = HOUR
/** How much later than its setting PostgreSQL may archive, in seconds. */
const PATIENCE = 4 * MINUTE

export type ArchiveStatus = {
  /** Whether PostgreSQL archives its log at all. */
  isOn: boolean
  /** What is wrong and what to do, a sentence each. */
  problems: string[]
}

/** @param folder of WAL_ARCHIVE; an own PostgreSQL may archive without it */
export async function archiveStatus(query: Query, folder: string | undefined): Promise<ArchiveStatus> {
  const { rows } = await query<{ on: boolean; failing: boolean; silent: number; timeout: number }>(
    `SELECT current_setting('archive_mode') <> 'off' AS on,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
       extract(epoch FROM now() - greatest(last_archived_time, pg_postmaster_start_time()))::float8 AS silent,
       (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS timeout
     FROM pg_stat_archiver`,
    [],
  )
  const { on: isOn = false, failing = false, silent = 0, timeout = 0 } = rows[0] ?? {}
  const problems = [
    ...(isOn && failing ? [failingText(folder)] : []),
    ...(isOn && !failing && timeout > 0 && silent > timeout + PATIENCE
      ? [`PostgreSQL last archived its log ${ageText(silent)} ago. See its log.`]
      : []),
    ...(folder === undefined ? [] : await folderProblems(folder)),
  ]
  return { isOn, problems }
}

/** The times that an archive can be restored to, if there is nothing wrong with it; null before the first base backup. */
export async function archiveRange(folder: string): Promise<{ from: number; to: number } | null> {
  const { bases, segments } = await readArchive(folder)
  const [first, last] = [bases[0], segments.at(-1)]
  return first && last ? { from: first.finished_at, to: last.at } : null
}

function failingText(folder: string | undefined): string {
  return folder === undefined
    ? 'PostgreSQL cannot archive its log. See its log, and correct archive_command.'
    : `PostgreSQL cannot archive its log to ${folder}. Check that the folder is there and its disk has room; postgres.log of the data folder has the error.`
}

/** Without a look at the segments, of which there may be tens of thousands: every server and worker does this often. */
async function folderProblems(folder: string): Promise<string[]> {
  const bases = await baseBackups(join(folder, 'base'))
  const incoming = await incomingSegments(join(folder, INCOMING))
  const now = Date.now() / 1000
  const created = await stat(join(folder, IDENTITY)).catch(() => null)
  const base = now - (bases.at(-1)?.finished_at ?? (created?.mtimeMs ?? 0) / 1000)
  const waiting = Math.max(0, ...incoming.map(({ at }) => now - at))
  const advice = 'Run "npm run counterfoil -- backup base" to see why.'
  return [
    ...(waiting > STORED_WITHIN
      ? [
          `${countText(incoming.length, 'segment', 'segments', 'western')} of the log in ${join(folder, INCOMING)} not compressed for ${ageText(waiting)}. Check the log of the server, and the room on that disk.`,
        ]
      : []),
    ...(bases.length > 0 && base > BASE_WITHIN
      ? [`The last base backup in ${folder} is ${ageText(base)} old. ${advice}`]
      : []),
    ...(bases.length === 0 && base > FIRST_BASE_WITHIN
      ? [`There is no base backup in ${folder} yet. ${advice}`]
      : []),
  ]
}

function ageText(seconds: number): string {
  return seconds < 2 * HOUR
    ? countText(Math.floor(seconds / MINUTE), 'minute', 'minutes', 'western')
    : countText(Math.floor(seconds / HOUR), 'hour', 'hours', 'western')
}
