import { fundAccountList } from '#app/(dashboard)/fund-accounts/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/fund-accounts/csv-columns.ts'
import { exportFundAccounts } from '#lib/domain/fund-accounts/list.ts'

export const GET = exportRoute(fundAccountList, exportFundAccounts, columnsOf)
