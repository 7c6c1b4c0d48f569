import { Check } from 'lucide-react'
import { PERMISSION_LABELS, PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { ROLE_LABELS } from './role-labels.ts'

/** Each permission, and the roles that have it. */
export function RoleMatrix() {
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
              {ROLES.map((role) => (
                <th key={role} scope="col" className="px-3 py-2.5 text-center font-[540]">
                  {ROLE_LABELS[role].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PERMISSIONS.map((permission) => (
              <tr key={permission} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 py-2 text-left font-[450]">
                  {capitalized(PERMISSION_LABELS[permission])}
                  <span className="mono ml-2 text-small text-ink-3 max-phone:hidden">{permission}</span>
                </th>
                {ROLES.map((role) => (
                  <td key={role} className="px-3 py-2 text-center">
                    {ROLE_PERMISSIONS[role].includes(permission) ? (
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

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
