import { Notice } from '#components/ui/notice.tsx'
import { FIELDS, type PayState } from './pay-state.ts'

/** The errors, above the form. Each links to its input; that of a failed payment is at the input alone. */
export function ErrorSummary({ state }: { state: Pick<PayState, 'title' | 'note' | 'errors'> }) {
  if (state.title === null) return null
  const errors = FIELDS.flatMap((name) => (state.errors[name] ? [{ name, text: state.errors[name] }] : []))
  return (
    <Notice tone="bad" role="alert" title={state.title}>
      {state.note && <p>{state.note}</p>}
      {state.note === null && errors.length > 0 && (
        <ul className="mt-0.5">
          {errors.map(({ name, text }) => (
            <li key={name}>
              <a href={`#${name}`} className="inline-block py-0.5 underline underline-offset-2">
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
