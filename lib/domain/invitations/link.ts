import { linkOf } from '#lib/domain/users/link.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** How long an invitation can be accepted, in seconds. */
export const INVITATION_LASTS = 7 * DAY

export function invitationLink(context: Pick<Context, 'vault' | 'baseUrl'>, id: string): string {
  return linkOf(context, 'invitation', id)
}
