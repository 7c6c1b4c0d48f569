import type { Metadata } from 'next'
import { roleWord } from '#components/team/role-labels.ts'
import { PersonPill } from '#components/team/team-pills.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Permitted, Unless } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { sendsResets } from '#lib/auth/reset-password.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getKeyDetails } from '#lib/domain/api-keys/get-details.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import type { PersonDetails } from '#lib/domain/users/schema.ts'
import { personOf } from './person.ts'

export async function generateMetadata({ params }: PageProps<'/settings/team/[id]'>): Promise<Metadata> {
  return { title: `${(await personOf((await params).id)).name} · Team` }
}

export default async function PersonPage({ params }: PageProps<'/settings/team/[id]'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const person = await personOf(id)
  const disabled = person.disabled_at !== null
  const may = permissions.has(changeRole.permission)
  const last = person.end_access_error
  const secondFactors = secondFactorsOf(person)
  return (
    <>
      <Crumbs href="/settings/team" label="Team" id={id} name={person.name} />
      <Slip stub={<PersonStub person={person} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-title font-semibold wrap-anywhere">
              {person.name}
              {person.own && ' (you)'}
            </h1>
            <div className="mt-1.5 flex flex-wrap items-center gap-2.5 text-ink-2">
              <PersonPill disabled={disabled} />
              <span className="wrap-anywhere">
                {roleWord(person.role_name)}, {person.email}
              </span>
            </div>
          </div>
          <Actions>
            <Change may={may} error={last} href={`/settings/team/${id}/role`} label="Change role" />
            {!person.elsewhere && !disabled && !person.own && !sendsResets() && (
              <Change may={may} href={`/settings/team/${id}/password`} label="Password link" />
            )}
            {!person.elsewhere && (
              <Change
                may={may}
                error={disabled ? null : last}
                href={`/settings/team/${id}/${disabled ? 'enable' : 'disable'}`}
                label={disabled ? 'Enable' : 'Disable'}
                danger={!disabled}
              />
            )}
            {secondFactors !== 'None' && !person.elsewhere && !person.own && (
              <Change
                may={may}
                href={`/settings/team/${id}/second-factor`}
                label="Remove second factor"
                danger
              />
            )}
            <Change may={may} error={last} href={`/settings/team/${id}/remove`} label="Remove" danger />
          </Actions>
        </header>
        {person.elsewhere && (
          <div className="mt-4">
            <Notice>
              This person also belongs to another merchant. You can remove them, but not disable them.
            </Notice>
          </div>
        )}
        <section className="mt-6">
          <h2 className="mb-2 text-table font-semibold">Active access</h2>
          <DescriptionList className="[--term:120px]">
            <Entry term="Second factor">{secondFactors}</Entry>
            <Entry term="Sessions">{person.sessions}</Entry>
            <Entry term="Connected apps">{person.apps}</Entry>
            <Entry term="API keys">
              {person.keys.length === 0 ? (
                '0'
              ) : (
                <ul className="grid gap-1">
                  {person.keys.map((key) => (
                    <li key={key.id}>
                      {permissions.has(getKeyDetails.permission) ? (
                        <Link href={`/api-keys/${key.id}`} className="link">
                          {key.name}
                        </Link>
                      ) : (
                        key.name
                      )}{' '}
                      <span className="text-ink-3">in {key.mode} mode</span>
                    </li>
                  ))}
                </ul>
              )}
            </Entry>
          </DescriptionList>
        </section>
      </Slip>
    </>
  )
}

function secondFactorsOf({ authenticator_app, passkeys }: PersonDetails): string {
  const named = [
    ...(authenticator_app ? ['Authenticator app'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
  ]
  return named.join(', ') || 'None'
}

type ChangeProps = {
  may: boolean
  error?: PersonDetails['end_access_error']
  href: string
  label: string
  danger?: boolean
}

function Change({ may, error = null, href, label, danger = false }: ChangeProps) {
  const variant = danger ? 'danger' : 'default'
  return (
    <Permitted allowed={may} permission={changeRole.permission} label={label} variant={variant}>
      <Unless error={error} label={label} variant={variant}>
        <LinkButton href={href} variant={variant}>
          {label}
        </LinkButton>
      </Unless>
    </Permitted>
  )
}

function PersonStub({ person }: { person: PersonDetails }) {
  return (
    <StubSection title="Person">
      <DescriptionList>
        <Entry term="ID">
          <Id value={person.id} />
        </Entry>
        <Entry term="Joined">
          <Time at={person.created_at} />
        </Entry>
        <Entry term="Invited by">{person.invited_by}</Entry>
        <Entry term="Last seen">
          {person.last_seen_at === null ? 'never' : <Time at={person.last_seen_at} />}
        </Entry>
        {person.disabled_at !== null && (
          <Entry term="Disabled">
            <Time at={person.disabled_at} />
          </Entry>
        )}
      </DescriptionList>
    </StubSection>
  )
}
