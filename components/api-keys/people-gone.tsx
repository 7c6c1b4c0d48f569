import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { KeyOfPersonGone } from '#lib/domain/api-keys/schema.ts'

/** The keys that work although their creator lost access, for the owner to decide about. */
export function KeysOfPeopleGone({ keys }: { keys: KeyOfPersonGone[] }) {
  if (keys.length === 0) return null
  return (
    <div className="mb-4">
      <Notice
        tone="wait"
        title={`${keys.length} active ${keys.length === 1 ? 'key was' : 'keys were'} created by people who no longer have access`}
      >
        <p>Revoke or rotate these keys.</p>
        <ul className="mt-1">
          {keys.map(({ id, name, email, state }) => (
            <li key={id} className="wrap-any">
              <Link href={`/api-keys/${id}`} className="link">
                {name}
              </Link>
              : Created by {email}, {state}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
