import type { ListedApproval } from '#lib/domain/approvals/schema.ts'
import { fetchWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** What waits for approval and touches a record; nothing for a reader who may not see it. */
export async function waitingFor(object: string): Promise<ListedApproval[]> {
  const found = await tryRead(fetchWaitingApprovals, { object })
  return found.ok ? found.value.items : []
}
