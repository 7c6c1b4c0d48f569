import type { Metadata } from 'next'
import { roleOf } from '#app/(dashboard)/settings/team/roles/role.ts'
import { roleHint, roleWord } from '#components/team/role-labels.ts'
import { RoleSentences } from '#components/team/role-sentences.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import type { RoleDetails } from '#lib/domain/roles/schema.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { permissionText } from '#lib/values/permissions.ts'

export async function generateMetadata({
  params,
}: PageProps<'/settings/team/roles/[id]'>): Promise<Metadata> {
  return { title: `${roleWord((await roleOf((await params).id)).name)} · Roles · Team` }
}

export default async function RolePage({ params }: PageProps<'/settings/team/roles/[id]'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const role = await roleOf(id)
  return (
    <>
      <Crumbs href="/settings/team/roles" label="Roles" id={id} name={roleWord(role.name)} />
      <Slip stub={<RoleStub role={role} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-title font-semibold wrap-anywhere">{roleWord(role.name)}</h1>
            <p className="mt-1 max-w-[60ch] text-ink-2 wrap-anywhere">{roleHint(role)}</p>
          </div>
          <Actions>
            <RoleActions role={role} own={permissions} />
          </Actions>
        </header>
        <section className="mt-6">
          <h2 className="mb-3 text-lead font-semibold">A person with this role can</h2>
          <RoleSentences permissions={role.permissions} />
        </section>
        <RolePeople role={role} />
      </Slip>
    </>
  )
}

/** What can be done with a role; what cannot says why. */
function RoleActions({
  role,
  own,
}: {
  role: RoleDetails
  own: Awaited<ReturnType<typeof requireStaff>>['permissions']
}) {
  const may = own.has(updateRole.permission)
  const lacking = role.permissions.find((permission) => !own.has(permission))
  const actions = [
    { label: 'Edit', href: `/settings/team/roles/${role.id}/edit`, variant: 'default' },
    { label: 'Delete', href: `/settings/team/roles/${role.id}/delete`, variant: 'danger' },
  ] as const
  const fixed = role.built_in
    ? 'Built-in roles can’t be changed. Create a role that starts with its permissions.'
    : may && lacking
      ? `The role has permission to ${permissionText(lacking)}, which you don’t have. Ask an owner.`
      : null
  return (
    <>
      <Permitted allowed={may} permission={updateRole.permission} label="Copy">
        <LinkButton href={`/settings/team/roles/new?from=${role.id}`}>Copy</LinkButton>
      </Permitted>
      {actions.map(({ label, href, variant }) =>
        fixed !== null ? (
          <DisabledAction key={label} reason={fixed} variant={variant}>
            {label}
          </DisabledAction>
        ) : (
          <Permitted
            key={label}
            allowed={may}
            permission={updateRole.permission}
            label={label}
            variant={variant}
          >
            <LinkButton href={href} variant={variant}>
              {label}
            </LinkButton>
          </Permitted>
        ),
      )}
    </>
  )
}

function RolePeople({ role: { id, people, members: fields, invitations } }: { role: RoleDetails }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-lead font-semibold">People</h2>
      {fields.length === 0 ? (
        <p className="text-ink-2">No one has this role.</p>
      ) : (
        <ul className="grid gap-1">
          {fields.map((person) => (
            <li key={person.id} className="wrap-anywhere">
              <Link href={`/settings/team/${person.id}`} className="link">
                {person.name}
              </Link>{' '}
              <span className="text-ink-2">{person.email}</span>
            </li>
          ))}
        </ul>
      )}
      {people > fields.length && (
        <p className="mt-1">
          <Link href={`/settings/team?role=${id}`} className="link">
            All {people} people
          </Link>
        </p>
      )}
      {invitations > 0 && (
        <p className="mt-1 text-ink-2">
          {invitations === 1 ? '1 pending invitation' : `${invitations} pending invitations`}
        </p>
      )}
    </section>
  )
}

function RoleStub({ role }: { role: RoleDetails }) {
  return (
    <StubSection title="Role">
      <DescriptionList>
        <Entry term="ID">
          <Id value={role.id} />
        </Entry>
        <Entry term="Type">{role.built_in ? 'Built-in' : 'Custom'}</Entry>
        <Entry term="Permissions">{role.permissions.length}</Entry>
        <Entry term="Second factor">{role.second_factor ? 'Required' : 'Optional'}</Entry>
        {role.created_by !== null && <Entry term="Created by">{role.created_by}</Entry>}
        {role.created_at !== null && (
          <Entry term="Created">
            <Time at={role.created_at} />
          </Entry>
        )}
        {role.updated_at !== null && (
          <Entry term="Changed">
            <Time at={role.updated_at} />
          </Entry>
        )}
      </DescriptionList>
    </StubSection>
  )
}
