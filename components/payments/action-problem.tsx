import { Notice } from '#components/ui/notice.tsx'
import type { ActionError } from './money-action.ts'

/** Why an action was refused, and the request to quote when one asks about it. */
export function ActionProblem({ error, title }: { error: ActionError; title?: string }) {
  return (
    <Notice tone="bad" role="alert" {...(title ? { title } : {})}>
      {error.description}
      {error.request_id && (
        <span className="block text-small text-ink-2">
          Request <span className="mono">{error.request_id}</span>
        </span>
      )}
    </Notice>
  )
}
