import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { bankLineList } from '#app/(dashboard)/settlements/bank-statements/list.tsx'
import { columnsOf } from '#components/bank-statements/csv-columns.ts'
import { exportBankLines } from '#lib/domain/bank-statements/fetch.ts'

export const GET = exportRoute(bankLineList, exportBankLines, columnsOf)
