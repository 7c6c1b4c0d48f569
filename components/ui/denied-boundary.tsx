'use client'
import { usePathname } from 'next/navigation'
import { Component, type ReactNode } from 'react'
import { PERMISSION_LABELS, type Permission } from '#lib/permissions.ts'
import { NothingHere } from './empty-state.tsx'

type Props = { path: string; children: ReactNode }
type State = { path: string; denied: string | null }

/** What Next gives an error that ends a page with 403; `deny` (lib/surfaces/page.ts) writes the permission behind it. */
const DIGEST = /^NEXT_HTTP_ERROR_FALLBACK;403(?:;(.*))?$/

/** Shows the page for a missing permission in the place of a page that ended with 403, in the frame of the dashboard. */
export function DeniedBoundary({ children }: { children: ReactNode }) {
  return <Boundary path={usePathname()}>{children}</Boundary>
}

class Boundary extends Component<Props, State> {
  override state: State = { path: this.props.path, denied: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    const match = DIGEST.exec(String((error as { digest?: unknown } | null)?.digest ?? ''))
    if (!match) throw error
    return { denied: match[1] ?? '' }
  }

  /** Another address is another page, which may be permitted. */
  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, denied: null }
  }

  override render() {
    const { denied } = this.state
    return denied === null ? this.props.children : <Denied permission={denied} />
  }
}

/** The page for a missing permission: the action, its permission, and who can grant it. */
export function Denied({ permission }: { permission: string }) {
  const label = PERMISSION_LABELS[permission as Permission]
  return (
    <div role="alert">
      <NothingHere
        title={`You don't have permission to ${label ?? 'see this page'}`}
        href="/"
        label="Go to the overview"
      >
        {label && (
          <>
            Your role does not include <span className="mono">{permission}</span>.{' '}
          </>
        )}
        Ask an owner or admin.
      </NothingHere>
    </div>
  )
}
