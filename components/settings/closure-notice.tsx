import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Closure } from '#lib/domain/closures/schema.ts'

/** The deletion that waits, or how the last one ended. */
export function ClosureNotice({ closure }: { closure: Closure }) {
  const { status, requested_by, created_at, due_at, decided_by, decided_at, stop_reason } = closure
  if (status === 'waiting')
    return (
      <Notice tone="bad" title="Deletion requested">
        {requested_by} requested it on <Time at={created_at} />. It takes effect on <Time at={due_at} />.
        Until then everything works as before.
      </Notice>
    )
  if (status === 'stopped')
    return (
      <Notice tone="wait" title="The last deletion was stopped">
        {stop_reason}
      </Notice>
    )
  if (status === 'cancelled' && decided_at !== null)
    return (
      <Notice title="The last deletion was cancelled">
        {decided_by} cancelled it on <Time at={decided_at} />.
      </Notice>
    )
  return null
}
