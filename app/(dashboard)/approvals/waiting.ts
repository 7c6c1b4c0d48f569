import type { ListedApproval } from '#lib/domain/approvals/schema.ts'
import { fetchWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The pending approvals of a record; none for a reader without the permission. */
export async function waitingFor(object: string): Promise<ListedApproval[]> {
  const found = await tryRead(fetchWaitingApprovals, { object })
  return found.ok ? found.value.items : []
}
