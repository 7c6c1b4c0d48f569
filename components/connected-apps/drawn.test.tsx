import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AppDetails, ListedApp } from '#lib/domain/connected-apps/schema.ts'
import { columnsOf } from '#lib/exports/columns/connected-apps.ts'
import { AppPill } from './app-pill.tsx'
import { ConnectedApps } from './connected-apps.tsx'

const app: ListedApp = {
  id: 'grant_NfLw3gQ81xRt0abcdef',
  user_id: 'usr_NfLw3gQ81xRt0a',
  client_id: 'client_1',
  client_name: 'Books',
  scopes: ['read_only', 'refunds:write'],
  limit_per_call: 100,
  limit_per_day: 500,
  redirect_host: 'localhost',
  created_at: 1_781_505_000,
  updated_at: 1_781_505_000,
  last_used_at: null,
  expires_at: 1_789_505_000,
  revoked_at: null,
  revoked_by: null,
  revoked_reason: null,
  own: false,
  connected: true,
  has_token: false,
  user_email: 'asha@example.com',
  client_origin: 'dynamic',
  calls: 0,
}
const used = 1_781_505_600
const open = () => ({ values: {}, idempotency_key: '' })

it.each([
  [{}, 'Not connected yet: the app has not collected its access.', 'Not connected yet', 'not_connected_yet'],
  [{ has_token: true }, 'Never used.', 'Connected', 'connected'],
  // Its tokens have expired since.
  [{ last_used_at: used }, 'Last used', 'Connected', 'connected'],
  [{ connected: false, revoked_at: used }, 'Never used.', 'Disconnected', 'disconnected'],
])(
  'an app that was allowed is shown by whether it has come for its access: %o',
  (more, text, pill, status) => {
    const shown = { ...app, ...more }
    const list = (
      <ConnectedApps
        currency="INR"
        apps={[shown]}
        mayEndAll={false}
        disconnect={async (state) => state}
        open={open}
      />
    )
    expect(renderToStaticMarkup(list)).toContain(text)
    const details = { ...shown, client_blocked: false } as unknown as AppDetails
    expect(renderToStaticMarkup(<AppPill value={details} now={used} />)).toContain(`>${pill}<`)
    const [, cell] = columnsOf('Asia/Kolkata', 'INR').find(([name]) => name === 'status') ?? []
    expect(cell?.(shown)).toBe(status)
  },
)

it.each([
  [{ limit_per_call: null, limit_per_day: null }, null],
  [
    { limit_per_call: 50_000, limit_per_day: 200_000 },
    'Needs approval above ₹500.00 per call or ₹2,000.00 per 24 hours.',
  ],
  [{ limit_per_call: null, limit_per_day: 200_000 }, 'Needs approval above ₹2,000.00 per 24 hours.'],
  [{ limit_per_call: 0, limit_per_day: 200_000 }, 'Needs approval for every movement of money.'],
])('the card of an app has the limits of its consent: %o', (limits, text) => {
  const apps = [{ ...app, ...limits }]
  const list = (
    <ConnectedApps
      currency="INR"
      apps={apps}
      mayEndAll={false}
      disconnect={async (state) => state}
      open={open}
    />
  )
  const shown = renderToStaticMarkup(list).replace(/<[^>]+>/g, '')
  if (text === null) expect(shown).not.toContain('Needs approval')
  else expect(shown).toContain(text)
})
