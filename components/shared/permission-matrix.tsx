import { FieldError } from '#components/ui/field.tsx'
import { checkbox } from '#components/ui/looks.ts'
import {
  type Grants,
  LEVELS,
  type Level,
  type Matrix,
  type Resource,
} from '#lib/domain/roles/schema/matrix.ts'
import { permissionText } from '#lib/values/permissions.ts'

type PermissionMatrixProps = {
  /** The resources, all in one or under headings, and the permissions that stand alone. */
  matrix: Matrix & { groups?: readonly { label: string; resources: readonly Resource[] }[] }
  grants: Grants
  /** The permissions of the editor: one that they lack cannot be ticked. */
  own: readonly string[]
  /** The field that shows the error, and where the focus goes when nothing is granted. */
  field: string
  /** What the table holds, for screen readers. */
  caption: string
  error: string | undefined
}

const WORDS: Record<Level, string> = { none: 'None', read: 'Read', write: 'Read and write' }

/** A level for each resource, with what moves money apart: the permissions of a key, or of a role. Ships no script. */
export function PermissionMatrix({ matrix, grants, own, field, caption, error }: PermissionMatrixProps) {
  const groups = matrix.groups ?? [{ label: '', resources: matrix.resources }]
  const has = (permissions: readonly string[]) => permissions.every((one) => own.includes(one))
  return (
    <fieldset aria-describedby={error ? `${field}-error` : undefined}>
      <legend className="mb-1 text-table font-[540]">Permissions</legend>
      <FieldError id={`${field}-error`} error={error} className="mb-2" />
      <table className="w-full text-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-left text-ink-2">
            <th scope="col" className="py-1.5 font-normal">
              Resource
            </th>
            {LEVELS.map((level) => (
              <th key={level} scope="col" className="w-20 px-1 py-1.5 text-center font-normal max-phone:w-14">
                {level === 'write' ? 'Write' : WORDS[level]}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ label, resources }) => (
          <tbody key={label}>
            {label !== '' && (
              <tr className="border-b border-line">
                <th scope="rowgroup" colSpan={LEVELS.length + 1} className="pt-4 pb-1.5 text-left font-[580]">
                  {label}
                </th>
              </tr>
            )}
            {resources.map((resource) => (
              <Row
                key={resource.name}
                resource={resource}
                level={grants.levels[resource.name] ?? 'none'}
                field={field}
                has={has}
              />
            ))}
          </tbody>
        ))}
      </table>
      <div className="mt-4 grid gap-2.5">
        {matrix.actions.map(({ name, label, permission, hint }) => (
          <Action
            key={name}
            name={name}
            label={label}
            hint={hint}
            lacking={has([permission]) ? null : permission}
            granted={grants.actions.includes(name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type RowProps = {
  resource: Resource
  level: Level
  field: string
  has: (permissions: readonly string[]) => boolean
}

function Row({ resource: { name, label, reads, writes, hint }, level, field, has }: RowProps) {
  const open = (one: Level) => one === 'none' || (has(reads) && (one === 'read' || has(writes)))
  const offered = LEVELS.filter((one) => one !== 'write' || writes.length > 0)
  const wanted = offered.includes(level) ? level : 'read'
  const chosen = open(wanted) ? wanted : open('read') ? 'read' : 'none'
  const lacking = [...reads, ...writes].filter((one) => !has([one]))
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 pr-2 text-left font-normal">
        {label}
        {hint && <span className="block text-small text-ink-2">{hint}</span>}
        {lacking.length > 0 && (
          <span className="block text-small text-ink-2">
            You can’t {lacking.map((one) => permissionText(one)).join(' or ')}.
          </span>
        )}
      </th>
      {LEVELS.map((one) => (
        <td key={one} className="text-center">
          {offered.includes(one) ? (
            // The whole cell can be pressed, not only the ring.
            <label className="grid min-h-8 place-items-center">
              <span className="sr-only">
                {label}: {WORDS[one]}
              </span>
              <input
                type="radio"
                name={`level.${name}`}
                value={one}
                className="size-4"
                defaultChecked={one === chosen}
                // Where the focus goes when nothing is granted.
                data-field={one === 'none' ? field : undefined}
                disabled={!open(one)}
              />
            </label>
          ) : (
            <NoWrite name={name} />
          )}
        </td>
      ))}
    </tr>
  )
}

/** Refunds are issued with a permission of their own, below the table; other resources have nothing to write. */
function NoWrite({ name }: { name: string }) {
  if (name === 'refunds')
    return (
      <a href="#action-refund" className="link text-small">
        Below<span className="sr-only">: the permission to refund</span>
      </a>
    )
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">—</span>
      <span className="sr-only">not available</span>
    </span>
  )
}

type ActionProps = { name: string; label: string; hint: string; lacking: string | null; granted: boolean }

function Action({ name, label, hint, lacking, granted }: ActionProps) {
  const id = `action-${name}`
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        name={`action.${name}`}
        className={checkbox}
        defaultChecked={granted && lacking === null}
        disabled={lacking !== null}
        aria-describedby={`${id}-hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="text-small text-ink-2">
          {hint}
          {lacking !== null &&
            ` You don't have permission to ${permissionText(lacking)}, so you can't grant it.`}
        </p>
      </div>
    </div>
  )
}
