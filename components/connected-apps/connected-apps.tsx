import { Button } from '#components/ui/button.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedApp } from '#lib/domain/connected-apps/schema.ts'

type ConnectedAppsProps = {
  apps: ListedApp[]
  /** What each scope lets happen, after "can". */
  words: Record<string, string>
  mayEnd: (app: ListedApp) => boolean
  disconnect: (form: FormData) => Promise<void>
}

/** Each program with who let it, what it may and what it did, and the way to end it. */
export function ConnectedApps({ apps, words, mayEnd, disconnect }: ConnectedAppsProps) {
  return (
    <ul className="grid gap-4">
      {apps.map((app) => (
        <li key={app.id} className="grid gap-3 border border-line bg-surface p-5">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="break-words text-body font-semibold">{app.client_name}</h2>
              <p className="text-small text-ink-2">
                {ORIGIN[app.client_origin ?? 'dynamic']} It leads back to{' '}
                <span className="mono break-all">{app.redirect_host}</span>.
              </p>
            </div>
            {app.revoked_at === null && mayEnd(app) && (
              <form action={disconnect}>
                <input type="hidden" name="id" value={app.id} />
                <Button type="submit" variant="danger" aria-label={`Disconnect ${app.client_name}`}>
                  Disconnect
                </Button>
              </form>
            )}
          </div>
          <ul className="grid gap-1 text-small">
            {app.scopes.map((scope) => (
              <li key={scope}>Can {words[scope] ?? scope}.</li>
            ))}
          </ul>
          <p className="text-small text-ink-2">
            Let by {app.user_email}, <Time at={app.created_at} />.{' '}
            {app.last_used_at === null ? (
              'Not used yet.'
            ) : (
              <>
                Last used <Time at={app.last_used_at} />.
              </>
            )}{' '}
            <a href={`/logs?actor=${app.id}`} className="link">
              {app.calls === 1 ? '1 call' : `${app.calls} calls`} in 30 days
            </a>
            .{' '}
            {app.revoked_at === null ? (
              <>
                Ends by itself <Time at={app.expires_at} />.
              </>
            ) : (
              <>
                Ended <Time at={app.revoked_at} />: {ENDED[app.revoked_reason ?? ''] ?? 'it ended'}.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const ORIGIN = {
  dynamic: 'It registered itself.',
  manual: 'It was registered here by hand.',
  document: 'It is known by the address of its own description.',
}

const ENDED: Record<string, string> = {
  person: 'by the person who let it',
  staff: 'by somebody of the staff',
  client: 'by the program itself',
  client_deleted: 'the program was deleted',
  replayed: 'one of its tokens was used twice, as a thief would',
}
