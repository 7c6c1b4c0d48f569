import type { Field } from '#lib/api-docs/fields.ts'

type FieldListProps = {
  members: Field[]
  id: string
  /** Of an answer, where nearly everything is always there. */
  answered?: boolean
}

/** Members with their types and what they must be; those of an object open below it. */
export function FieldList({ members, id, answered }: FieldListProps) {
  return (
    <dl className="border-t border-line in-[dl]:border-t-0">
      {members.map((member) => (
        <div
          key={member.name}
          id={`${id}-${member.name}`}
          className="scroll-mt-[72px] border-b border-line py-[9px] wrap-anywhere target:bg-accent-tint"
        >
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <a href={`#${id}-${member.name}`} className="mono font-semibold hover:underline">
              {member.name}
            </a>
            <span className="text-small text-ink-3">{member.type}</span>
            {!answered && member.required && (
              <span className="text-small font-[550] text-wait">required</span>
            )}
            {answered && !member.required && <span className="text-small text-ink-3">optional</span>}
          </dt>
          <dd className="text-table text-ink-2">
            {member.description && <p>{member.description}</p>}
            {member.choices.length > 0 && (
              <p>
                One of{' '}
                {member.choices.map((choice, index) => (
                  <span key={choice}>
                    {index > 0 && ', '}
                    <code className="mono">{choice}</code>
                  </span>
                ))}
                .
              </p>
            )}
            {member.limits.length > 0 && (
              <p className="break-words text-ink-3">{member.limits.join(' · ')}</p>
            )}
            {member.members.length > 0 && (
              <details className="mt-1">
                <summary className="link w-fit text-small">Properties of {member.name}</summary>
                <div className="mt-1 border-l border-line pl-3">
                  <FieldList
                    members={member.members}
                    id={`${id}-${member.name}`}
                    {...(answered ? { answered } : {})}
                  />
                </div>
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
