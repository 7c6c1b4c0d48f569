import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { invitationList } from '#app/(dashboard)/settings/team/invitations/list.tsx'
import { columnsOf } from '#components/team/invitation-csv-columns.ts'
import { exportInvitations } from '#lib/domain/invitations/list.ts'

export const GET = exportRoute(invitationList, exportInvitations, columnsOf)
