import { Check } from '#components/ui/icons.tsx'
import { sentenceOf } from '#lib/domain/roles/schema/role-matrix.ts'
import type { TeamRole } from '#lib/domain/roles/schema.ts'
import { PERMISSIONS } from '#lib/values/permissions.ts'
import { roleWord } from './role-labels.ts'

export function RoleMatrix({ roles }: { roles: TeamRole[] }) {
  return (
    <div className="min-w-0">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Permissions of each role"
        className="relative overflow-x-auto rounded-slip border border-line bg-surface"
      >
        <table className="w-full text-table">
          <caption className="sr-only">Permissions of each role</caption>
          <thead>
            <tr className="border-b border-line text-small text-ink-2">
              <th scope="col" className="px-4 py-2.5 text-left font-[540]">
                Permission
              </th>
              {roles.map(({ id, name }) => (
                <th key={id} scope="col" className="px-3 py-2.5 text-center font-[540]">
                  <span className="inline-block max-w-32 truncate align-bottom" title={roleWord(name)}>
                    {roleWord(name)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PERMISSIONS.map((permission) => (
              <tr key={permission} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 py-2 text-left font-[450]">
                  {sentenceOf(permission)}
                  <span className="mono ml-2 text-small text-ink-3 max-phone:hidden">{permission}</span>
                </th>
                {roles.map(({ id, permissions }) => (
                  <td key={id} className="px-3 py-2 text-center">
                    {permissions.includes(permission) ? (
                      <>
                        <Check aria-hidden="true" className="inline size-4 text-good" />
                        <span className="sr-only">Yes</span>
                      </>
                    ) : (
                      <span className="sr-only">No</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
