import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { OpenPagesProvider } from '#components/app-shell/open-pages-provider.tsx'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { RecordTimeline } from '#components/shared/record-timeline.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

const drawn = (role: Role, children: React.ReactNode) =>
  renderToStaticMarkup(
    <OpenPagesProvider pending={[...ROLE_PERMISSIONS[role]]}>{children}</OpenPagesProvider>,
  )
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href)

describe('links for a role', () => {
  it('lead only to pages that it may open', () => {
    const links = (
      <>
        <Link href="/webhooks/whk_NfLw3gQ81xRt0a?tab=debug" className="mono link hover:underline">
          whk_NfLw3gQ81xRt0a
        </Link>
        <Id value="evt_NfLw3gQ81xRt0a" href="/evt_NfLw3gQ81xRt0a" />
        <Link href="/payments">Payments</Link>
      </>
    )
    expect(linksOf(drawn('developer', links))).toEqual([
      '/webhooks/whk_NfLw3gQ81xRt0a?tab=debug',
      '/evt_NfLw3gQ81xRt0a',
      '/payments',
    ])
    const finance = drawn('finance', links)
    expect(linksOf(finance)).toEqual(['/payments'])
    expect(finance).toContain('<span class="mono">whk_NfLw3gQ81xRt0a</span>')
  })

  it('are not offered as tabs', () => {
    expect(linksOf(drawn('developer', <AppTabs current="/connected-apps" />))).toHaveLength(3)
    for (const role of ['viewer', 'support', 'finance'] as const) {
      expect(drawn(role, <AppTabs current="/connected-apps" />)).toBe('')
    }
  })

  it('to events are their IDs in a timeline', () => {
    const entry = { id: 'evt_NfLw3gQ81xRt0a', what: 'refund.created', created_at: 1, payload: {} }
    const timeline = (
      <RecordTimeline
        entries={[{ ...entry, request_id: null, actor: null } as never]}
        own="rfnd_NfLw3gQ81xRt0a"
      />
    )
    expect(linksOf(drawn('developer', timeline))).toEqual(['/events/evt_NfLw3gQ81xRt0a'])
    expect(linksOf(drawn('support', timeline))).toEqual([])
    expect(drawn('support', timeline)).toContain('data-copy="evt_NfLw3gQ81xRt0a"')
  })
})
