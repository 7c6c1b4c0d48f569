import type { Metadata } from 'next'
import { clientOf } from '#app/(dashboard)/connected-apps/clients/client.ts'
import { CLIENT_METHODS } from '#components/clients/client-labels.ts'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { rotateClientSecret } from '#lib/domain/clients/rotate.ts'
import type { Client } from '#lib/domain/clients/schema.ts'
import { scopeSentence } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { env } from '#lib/process/env.ts'
import { creatorText } from '#lib/values/creator-text.ts'

export async function generateMetadata({
  params,
}: PageProps<'/connected-apps/clients/[id]'>): Promise<Metadata> {
  return { title: `${(await clientOf((await params).id)).name} · Connected apps` }
}

export default async function ClientPage({ params }: PageProps<'/connected-apps/clients/[id]'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const client = await clientOf(id)
  const may = permissions.has(rotateClientSecret.permission)
  return (
    <>
      <Crumbs href="/connected-apps/clients" label="Registered clients" id={id} />
      <Slip stub={<ClientStub value={client} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <h1 className="min-w-0 text-title font-semibold wrap-anywhere">{client.name}</h1>
          <Actions>
            {client.auth_method !== 'none' && (
              <Permitted allowed={may} permission={rotateClientSecret.permission} label="Rotate secret">
                <LinkButton href={`/connected-apps/clients/${id}/rotate`}>Rotate secret</LinkButton>
              </Permitted>
            )}
            <Permitted allowed={may} permission={deleteClient.permission} label="Delete" variant="danger">
              <LinkButton href={`/connected-apps/clients/${id}/delete`} variant="danger">
                Delete
              </LinkButton>
            </Permitted>
          </Actions>
        </header>
        <section className="mt-5">
          <h2 className="mb-1.5 text-table font-semibold">Redirect URIs</h2>
          <ul className="mono grid gap-1">
            {client.redirect_uris.map((uri) => (
              <li key={uri} className="wrap-anywhere">
                {uri}
              </li>
            ))}
          </ul>
        </section>
        <section className="mt-5">
          <h2 className="mb-1.5 text-table font-semibold">Client authentication</h2>
          <p>{CLIENT_METHODS[client.auth_method].label}</p>
          <p className="text-small text-ink-2">
            Server metadata:{' '}
            <span className="mono wrap-anywhere">{`${env().MCP_URL}/.well-known/oauth-authorization-server`}</span>
            .
          </p>
        </section>
        <section className="mt-5">
          <h2 className="mb-1.5 text-table font-semibold">Default scopes</h2>
          <ul className="grid gap-1">
            {client.scopes.map((scope) => (
              <li key={scope}>{scopeSentence(scope)}</li>
            ))}
          </ul>
        </section>
      </Slip>
    </>
  )
}

function ClientStub({ value }: { value: Client }) {
  return (
    <StubSection title="Client">
      <DescriptionList>
        <Entry term="Client ID">
          <span className="wrap-anywhere">
            <Id value={value.id} />
          </span>
        </Entry>
        <Entry term="Registered">
          <Time at={value.created_at} form="full" focusable />
        </Entry>
        <Entry term="Registered by">{creatorText(value.created_by)}</Entry>
        <Entry term="Connections">
          {value.connections === 1 ? '1 connection' : `${value.connections} connections`}
        </Entry>
        <Entry term="Last used">
          {value.last_used_at === null ? 'never' : <Time at={value.last_used_at} form="full" focusable />}
        </Entry>
      </DescriptionList>
    </StubSection>
  )
}
