import { ChevronRight, TriangleAlert } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { PRESETS, scopesOf } from '#lib/domain/api-keys/schema/key-scopes.ts'

/** The first step of a key: its purpose. The second step can change everything. */
export function PresetChoice({ own }: { own: readonly string[] }) {
  return (
    <ul className="max-w-160 border-t border-line">
      {PRESETS.map(({ name, label, for: purpose, warning, grants }) => {
        const lacking = scopesOf(grants).filter((permission) => !own.includes(permission))
        return (
          <li key={name}>
            <Link
              href={`/api-keys/new?preset=${name}`}
              className="flex items-center gap-3 border-b border-line px-1 py-3 hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-[580]">{label}</span>
                <span className="block text-ink-2">{purpose}</span>
                {warning && (
                  <span className="mt-0.5 flex items-center gap-1.5 text-small text-wait">
                    <TriangleAlert aria-hidden="true" className="size-3.5 flex-none" /> {warning}
                  </span>
                )}
                {lacking.length > 0 && (
                  <span className="block text-small text-ink-2">
                    Without {lacking.join(', ')}, not included in your role.
                  </span>
                )}
              </span>
              <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-3" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
