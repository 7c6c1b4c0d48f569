import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { ViewedApp } from '#lib/domain/connected-apps/schema.ts'

/** Whether a program can act now. */
export function AppPill({ value, now }: { value: ViewedApp; now: number }) {
  if (value.client_blocked)
    return (
      <Pill tone="bad" icon={glyphs.cross} hint="The merchant has blocked this program.">
        Blocked
      </Pill>
    )
  if (value.revoked_at !== null)
    return (
      <Pill icon={glyphs.cross} hint="Its calls are refused.">
        Disconnected
      </Pill>
    )
  if (value.expires_at <= now)
    return (
      <Pill icon={glyphs.ring} hint="Its time is over.">
        Expired
      </Pill>
    )
  return (
    <Pill tone="good" icon={glyphs.check} hint="Its calls are answered.">
      Connected
    </Pill>
  )
}
