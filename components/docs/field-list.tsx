import type { DocField } from '#lib/api-docs/fields.ts'

type FieldListProps = {
  fields: DocField[]
  id: string
  /** Of a response, where nearly every field is always present. */
  inResponse?: boolean
}

/** Fields with their types and limits; those of an object open below it. */
export function FieldList({ fields, id, inResponse }: FieldListProps) {
  return (
    <dl className="border-t border-line in-[dl]:border-t-0">
      {fields.map((field) => (
        <div
          key={field.name}
          id={`${id}-${field.name}`}
          className="scroll-mt-[72px] border-b border-line py-[9px] wrap-anywhere target:bg-accent-tint"
        >
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <a href={`#${id}-${field.name}`} className="mono font-semibold hover:underline">
              {field.name}
            </a>
            <span className="text-small text-ink-3">{field.type}</span>
            {!inResponse && field.required && (
              <span className="text-small font-[550] text-wait">required</span>
            )}
            {inResponse && !field.required && <span className="text-small text-ink-3">optional</span>}
          </dt>
          <dd className="text-table text-ink-2">
            {field.description && <p>{field.description}</p>}
            {field.choices.length > 0 && (
              <p>
                One of{' '}
                {field.choices.map((choice, index) => (
                  <span key={choice}>
                    {index > 0 && ', '}
                    <code className="mono">{choice}</code>
                  </span>
                ))}
                .
              </p>
            )}
            {field.limits.length > 0 && <p className="break-words text-ink-3">{field.limits.join(' · ')}</p>}
            {field.fields.length > 0 && (
              <details className="mt-1">
                <summary className="link w-fit text-small">Properties of {field.name}</summary>
                <div className="mt-1 border-l border-line pl-3">
                  <FieldList
                    fields={field.fields}
                    id={`${id}-${field.name}`}
                    {...(inResponse ? { inResponse } : {})}
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
