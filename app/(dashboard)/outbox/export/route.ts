import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { outboxList } from '#app/(dashboard)/outbox/list.tsx'
import { columnsOf } from '#components/mails/csv-columns.ts'
import { exportMails } from '#lib/domain/mails/list.ts'

export const GET = exportRoute(outboxList, exportMails, columnsOf)
