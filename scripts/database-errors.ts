import { CannotStart, startError } from '#lib/server/cannot-start.ts'

type Failure = Error & { code?: string; errors?: Failure[] }

const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE)|^08/
const ENCRYPTION = /\b(SSL|TLS|certificate|no encryption)\b|self-signed/i

/** The sentence for why a connection could not be opened. Some reasons of the client library have no code. */
export function explainConnectionError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error) || error instanceof CannotStart) return error
  const { code = '' } = error as Failure
  const about = { place: placeOf(databaseUrl), reason: reasonOf(error) }
  // Before the user: "no pg_hba.conf entry ..., no encryption" has the code of a rejected user.
  if (!UNREACHABLE.test(code) && ENCRYPTION.test(`${code} ${about.reason}`))
    return startError('database_encryption', about, error)
  if (about.reason.startsWith('SASL'))
    return startError('database_refuses_user', { ...about, user: userOf(databaseUrl) }, error)
  if (/^(timeout expired|Connection terminated)/.test(about.reason))
    return startError('database_unreachable', about, error)
  return explainDatabaseError(error, databaseUrl)
}

/** The sentence for an error code of the database; other errors are returned as they are. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error) || error instanceof CannotStart) return error
  const { code = '' } = error as Failure
  const place = placeOf(databaseUrl)
  const reason = reasonOf(error)
  const about = { place, reason }
  if (code.startsWith('28'))
    return startError('database_refuses_user', { ...about, user: userOf(databaseUrl) }, error)
  if (code === '3D000')
    return startError('database_missing', { place, name: new URL(databaseUrl).pathname.slice(1) }, error)
  if (code === '53100') return startError('disk_full', { path: `the database at ${place}` }, error)
  if (code === '53300' || code.startsWith('57P')) return startError('database_busy', about, error)
  if (code === '42501')
    return startError('database_privileges', { ...about, user: userOf(databaseUrl) }, error)
  if (code === '25006') return startError('database_read_only', { place }, error)
  if (UNREACHABLE.test(code)) return startError('database_unreachable', about, error)
  return error
}

/** Where a database is, without the user and the password. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return (host || (searchParams.get('host') ?? 'localhost')) + pathname
}

export function userOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username) || (process.env.PGUSER ?? 'of this process')
}

/** The error of a name with several addresses has no message of its own. */
function reasonOf(error: Failure): string {
  if (error.errors) return [...new Set(error.errors.map(reasonOf))].join(', ')
  return error.message || (error.code ?? 'no reason is given')
}
