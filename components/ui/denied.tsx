import { NothingHere } from './empty-state.tsx'

/** The page for a missing permission. Next shows it without the error, so it cannot name the permission. */
export function Denied({ role }: { role?: string | undefined }) {
  return (
    <div role="alert">
      <NothingHere title="You don't have permission to see this page" href="/" label="Go to overview">
        {role && `Your role, ${role}, doesn't include this page. `}Ask an owner or admin.
      </NothingHere>
    </div>
  )
}
