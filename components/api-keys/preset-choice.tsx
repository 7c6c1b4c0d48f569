import type { ReactNode } from 'react'
import { ChevronRight, Lock, TriangleAlert } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { PRESETS, scopesOf } from '#lib/domain/api-keys/schema/key-scopes.ts'
import { PERMISSION_LABELS, type Permission, whoHelps } from '#lib/values/permissions.ts'

const ROW = 'flex items-center gap-3 border-b border-line px-1 py-3'
const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * The first step of a key: its purpose. The second step can change everything. A preset that the person cannot give in full
 * would make a key that is rejected in use, so it cannot be chosen.
 */
export function PresetChoice({ own }: { own: readonly Permission[] }) {
  return (
    <ul className="max-w-160 border-t border-line">
      {PRESETS.map(({ name, label, for: purpose, warning, grants }) => {
        const lacking = scopesOf(grants).filter((permission) => !own.includes(permission))
        const texts = (
          <span className="min-w-0 flex-1">
            <span className="block font-[580]">{label}</span>
            <span className="block text-ink-2">{purpose}</span>
            {warning && (
              <span className="mt-0.5 flex items-center gap-1.5 text-small text-wait">
                <TriangleAlert aria-hidden="true" className="size-3.5 flex-none" /> {warning}
              </span>
            )}
            {lacking.length > 0 && <Reason lacking={lacking} />}
          </span>
        )
        return (
          <li key={name}>
            {lacking.length > 0 ? (
              <div className={ROW}>
                {texts}
                <Lock aria-hidden="true" className="size-4 flex-none text-ink-3" />
              </div>
            ) : (
              <Link href={`/api-keys/new?preset=${name}`} className={`${ROW} hover:bg-sunken`}>
                {texts}
                <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-3" />
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Reason({ lacking }: { lacking: Permission[] }): ReactNode {
  const named = lacking.slice(0, 3).map((permission) => PERMISSION_LABELS[permission])
  const more = lacking.length - named.length
  return (
    <span className="mt-0.5 block text-small text-ink-2">
      You don't have permission to {AND.format(more > 0 ? named.concat(`${more} more`) : named)} in live mode.{' '}
      {whoHelps(lacking)}
    </span>
  )
}
