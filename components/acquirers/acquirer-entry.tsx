import { Entry } from '#components/ui/description-list.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AcquirerOfRecord } from '#lib/domain/acquirers/schema.ts'

/**
 * The acquirer at which a record is. Nothing in test mode.
 * @param linked whether the reader may open its page
 */
export function AcquirerEntry({ of, linked }: { of: AcquirerOfRecord | null; linked: boolean }) {
  if (of === null) return null
  return (
    <Entry term="Acquirer">
      {linked ? (
        <Link href={`/settings/acquirer/${of.id}`} className="link">
          {of.name}
        </Link>
      ) : (
        of.name
      )}
    </Entry>
  )
}
