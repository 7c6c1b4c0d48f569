import type { ReactNode } from 'react'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { deny } from '#lib/surfaces/page.ts'
import { personOf } from './person.ts'

type ChangePageProps = { id: string; title: string; says: ReactNode; children: ReactNode }

export async function ChangePage({ id, title, says, children }: ChangePageProps) {
  const [{ name, email }, { permissions }] = await Promise.all([personOf(id), requireStaff()])
  if (!permissions.has(changeRole.permission)) deny()
  return (
    <>
      <Crumbs href="/settings/team" label="Team" id={id} name={name} />
      <PageHead title={title}>
        <span className="wrap-anywhere">
          {name}, {email}
        </span>
      </PageHead>
      <p className="mb-5 max-w-[64ch] text-ink-2">{says}</p>
      {children}
    </>
  )
}
