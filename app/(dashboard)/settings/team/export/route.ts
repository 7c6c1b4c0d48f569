import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { teamList } from '#app/(dashboard)/settings/team/list.tsx'
import { columnsOf } from '#components/team/csv-columns.ts'
import { exportTeam } from '#lib/domain/users/list.ts'

export const GET = exportRoute(teamList, exportTeam, columnsOf)
