import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedApp } from '#lib/domain/connected-apps/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { canWords, ENDED, NOT_CONNECTED_YET, ORIGINS } from './app-labels.ts'

type ConnectedAppsProps = {
  apps: ListedApp[]
  /** That of the account, in which the limits are. */
  currency: string
  /** Whether the reader may disconnect the apps of others as well. */
  mayEndAll: boolean
  disconnect: FormAction
  open: () => FormState
}

/** Each app with who connected it, its permissions and its last use, and a button that disconnects it. */
export function ConnectedApps({ apps, currency, mayEndAll, disconnect, open }: ConnectedAppsProps) {
  return (
    <ul id="rows" tabIndex={-1} className="grid gap-4 outline-none">
      {apps.map((app) => (
        <li key={app.id} className="grid gap-3 rounded-slip border border-line bg-surface p-5 max-phone:p-4">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-lead font-semibold wrap-anywhere">
                <Link href={`/connected-apps/${app.id}`} className="hover:underline">
                  {app.client_name}
                </Link>
              </h2>
              <p className="text-small text-ink-2">
                {ORIGINS[app.client_origin ?? 'dynamic']} Redirects to{' '}
                <span className="mono break-all">{app.redirect_host}</span>.
              </p>
            </div>
            {app.revoked_at === null && (mayEndAll || app.own) && (
              <ActionButton
                action={disconnect}
                initial={open()}
                hidden={{ id: app.id }}
                variant="danger"
                pendingText="Disconnecting…"
                aria-label={`Disconnect ${app.client_name}`}
              >
                Disconnect
              </ActionButton>
            )}
          </div>
          <ul className="grid gap-1 text-small">
            {app.scopes.map((scope) => (
              <li key={scope}>Can {canWords(scope)}.</li>
            ))}
            <ConsentLimits app={app} currency={currency} />
          </ul>
          <p className="text-small text-ink-2 wrap-anywhere">
            Connected by {app.user_email}, <Time at={app.created_at} />.{' '}
            {app.last_used_at === null ? (
              neverUsed(app)
            ) : (
              <>
                Last used <Time at={app.last_used_at} />.
              </>
            )}{' '}
            <Link href={`/connected-apps/${app.id}#calls`} className="link">
              {app.calls === 1 ? '1 request' : `${app.calls} requests`} in 30 days
            </Link>
            .{' '}
            {app.revoked_at === null ? (
              <>
                Expires <Time at={app.expires_at} form="date" />.
              </>
            ) : (
              <>
                Disconnected <Time at={app.revoked_at} />: {ENDED[app.revoked_reason ?? ''] ?? 'expired'}.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The limits of the consent, for an app that may move money. */
function ConsentLimits({ app, currency }: { app: ListedApp; currency: string }) {
  const { limit_per_call: call, limit_per_day: day } = app
  if (call === null && day === null) return null
  if (call === 0 || day === 0) return <li>Needs approval for every movement of money.</li>
  return (
    <li>
      Needs approval above{' '}
      {call !== null && (
        <>
          <Money amount={call} currency={currency} /> per call
        </>
      )}
      {call !== null && day !== null && ' or '}
      {day !== null && (
        <>
          <Money amount={day} currency={currency} /> per 24 hours
        </>
      )}
      .
    </li>
  )
}

function neverUsed({ connected, has_token }: ListedApp): string {
  return connected && !has_token ? NOT_CONNECTED_YET : 'Never used.'
}
