import { NothingHere } from './empty-state.tsx'

type DeniedProps = {
  role?: string | undefined
  /** The permission that is missing and who can grant it, where the page is known. */
  reason?: string | undefined
  /** The page to go to instead. */
  home?: { href: string; label: string } | undefined
}

/** The page for a missing permission. Next shows it without the error, so the caller names the permission. */
export function Denied({ role, reason = 'Ask an owner.', home = OVERVIEW }: DeniedProps) {
  return (
    <div role="alert">
      <NothingHere
        title="You don't have permission to see this page"
        href={home.href}
        label={`Go to ${home.label.toLowerCase()}`}
      >
        {role && `Your role, ${role}, doesn't include this page. `}
        {reason}
      </NothingHere>
    </div>
  )
}

const OVERVIEW = { href: '/', label: 'Overview' }
