import { downloadAccountExport } from '#lib/domain/account-exports/request.ts'
import { storedFileRoute } from '#lib/surfaces/content-for-staff.ts'

export const GET = storedFileRoute(downloadAccountExport)
