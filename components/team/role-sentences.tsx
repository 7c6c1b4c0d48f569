import { sentencesOf } from '#lib/domain/roles/schema/role-matrix.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** What a person with some permissions can do, as sentences: what moves money first. */
export function RoleSentences({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <div className="grid gap-4">
      {sentencesOf(permissions).map(({ title, sentences }) => (
        <section key={title}>
          <h3 className="mb-1 text-table font-[580]">{title}</h3>
          <ul className="grid list-disc gap-0.5 pl-5 text-table text-ink-2">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
