import type { Metadata } from 'next'
import { actorText, changesOf, lineTitle, recordPath } from '#components/audit/audit-labels.ts'
import { RequestLink } from '#components/shared/request-link.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { getAuditLineDetails } from '#lib/domain/audit/get-details.ts'
import type { AuditLineDetails } from '#lib/domain/audit/schema.ts'
import { read } from '#lib/surfaces/page.ts'
import { browserName } from '#lib/values/browser-name.ts'

export const metadata: Metadata = { title: 'Audit log · Settings' }

export default async function AuditLinePage({ params }: PageProps<'/settings/audit/[id]'>) {
  const { id } = await params
  const line = await read(getAuditLineDetails, { id })
  const changes = changesOf(line)
  const href = line.object_id === null ? null : recordPath(line.object_id)
  return (
    <>
      <Crumbs href="/settings/audit" label="Audit log" id={id} />
      <Slip stub={<LineStub line={line} />}>
        <h1 className="text-title font-semibold">{lineTitle(line)}</h1>
        <p className="mt-1.5 text-ink-2 wrap-anywhere">
          by {actorText(line)} on <Time at={line.created_at} form="full" />
        </p>
        {line.object_id !== null && (
          <p className="mt-4">
            Record <Id value={line.object_id} {...(href === null ? {} : { href })} />
          </p>
        )}
        {changes.length > 0 && (
          <section className="mt-6">
            <h2 className="mb-2 text-table font-semibold">Changes</h2>
            <DescriptionList className="[--term:120px]">
              {changes.map(({ name, before, after }) => (
                <Entry key={name} term={name.replaceAll('_', ' ')}>
                  {before} → {after}
                </Entry>
              ))}
            </DescriptionList>
          </section>
        )}
        <section className="mt-6">
          <h2 className="mb-2 text-table font-semibold">Details</h2>
          <CodeBlock code={JSON.stringify(line.details, null, 2)} label="Details" />
        </section>
      </Slip>
    </>
  )
}

function LineStub({ line }: { line: AuditLineDetails }) {
  return (
    <>
      <StubSection title="Actor">
        <DescriptionList>
          <Entry term="Name">{actorText(line)}</Entry>
          <Entry term="ID">
            <Id value={line.actor_id} />
          </Entry>
          <Entry term="IP address">{line.ip}</Entry>
          <Entry term="Browser">{line.user_agent === null ? null : browserName(line.user_agent)}</Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Line">
        <DescriptionList>
          <Entry term="ID">
            <Id value={line.id} />
          </Entry>
          <Entry term="Request">
            <RequestLink id={line.request_id} isLogged={line.request_kept} />
          </Entry>
          <Entry term="Sealed">{line.sealed ? 'Yes' : 'Within minutes'}</Entry>
        </DescriptionList>
      </StubSection>
    </>
  )
}
