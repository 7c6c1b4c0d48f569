import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { walletList } from '#app/(dashboard)/wallets/list.tsx'
import { columnsOf } from '#components/wallets/csv-columns.ts'
import { exportWallets } from '#lib/domain/wallets/list.ts'

export const GET = exportRoute(walletList, exportWallets, columnsOf, ({ customer_id }) => customer_id)
