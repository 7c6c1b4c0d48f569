import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { AppDetails } from '#lib/domain/connected-apps/schema.ts'
import { NOT_CONNECTED_YET } from './app-labels.ts'

/** Whether an app has access now. */
export function AppPill({ value, now }: { value: AppDetails; now: number }) {
  if (value.client_blocked)
    return (
      <Pill tone="bad" icon={glyphs.cross} hint="Blocked by the merchant.">
        Blocked
      </Pill>
    )
  if (value.revoked_at !== null)
    return (
      <Pill icon={glyphs.cross} hint="Requests of this app are rejected.">
        Disconnected
      </Pill>
    )
  if (value.expires_at <= now)
    return (
      <Pill icon={glyphs.ring} hint="Access has expired.">
        Expired
      </Pill>
    )
  if (value.last_used_at === null && !value.has_token)
    return (
      <Pill icon={glyphs.ring} hint={NOT_CONNECTED_YET}>
        Not connected yet
      </Pill>
    )
  return (
    <Pill tone="good" icon={glyphs.check} hint="This app has access.">
      Connected
    </Pill>
  )
}
