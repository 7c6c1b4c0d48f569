import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { webhookList } from '#app/(dashboard)/webhooks/list.tsx'
import { columnsOf } from '#components/webhooks/csv-columns.ts'
import { exportWebhooks } from '#lib/domain/webhooks/list.ts'

export const GET = exportRoute(webhookList, exportWebhooks, columnsOf)
