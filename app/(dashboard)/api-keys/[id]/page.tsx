import type { Metadata } from 'next'
import { keyOf } from '#app/(dashboard)/api-keys/key.ts'
import { KeyOverview } from '#components/api-keys/key-overview.tsx'
import { KeyPill } from '#components/api-keys/key-pill.tsx'
import { KeyStub } from '#components/api-keys/key-stub.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchKeyTimeline } from '#lib/domain/api-keys/get-details.ts'
import { keyStateOf } from '#lib/domain/api-keys/schema.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export async function generateMetadata({ params }: PageProps<'/api-keys/[id]'>): Promise<Metadata> {
  return { title: `${(await keyOf((await params).id)).name} · API keys` }
}

export default async function KeyPage({ params }: PageProps<'/api-keys/[id]'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const [key, timeline] = await Promise.all([keyOf(id), tryRead(fetchKeyTimeline, { id })])
  const now = Math.floor(Date.now() / 1000)
  const state = keyStateOf(key, now)
  const isActive = state === 'active' || state === 'ending'
  const may = permissions.has(updateKey.permission)
  return (
    <>
      <Crumbs href="/api-keys" label="API keys" id={id} />
      <Slip stub={<KeyStub value={key} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-title font-semibold wrap-any">{key.name}</h1>
            <div className="mt-1.5">
              <KeyPill value={key} now={now} />
            </div>
          </div>
          {isActive && (
            <Actions>
              {actionsOf(id, key.replaced_by !== null).map(({ label, href, variant }) => (
                <Permitted
                  key={label}
                  allowed={may}
                  permission={updateKey.permission}
                  label={label}
                  variant={variant}
                >
                  <LinkButton href={href} variant={variant}>
                    {label}
                  </LinkButton>
                </Permitted>
              ))}
            </Actions>
          )}
        </header>
        <KeyOverview value={key} now={now} />
        <div className="mt-6">
          <TimelineSection timeline={timeline} own={id} />
        </div>
      </Slip>
      {isActive && key.replaced_by !== null && <AutoRefresh seconds={5} />}
    </>
  )
}

function actionsOf(id: string, replaced: boolean) {
  return [
    { label: 'Edit', href: `/api-keys/${id}/edit`, variant: 'default' as const },
    ...(replaced ? [] : [{ label: 'Rotate', href: `/api-keys/${id}/rotate`, variant: 'default' as const }]),
    { label: 'Revoke', href: `/api-keys/${id}/revoke`, variant: 'danger' as const },
  ]
}
