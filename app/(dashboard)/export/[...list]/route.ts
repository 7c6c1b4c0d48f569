import { exportedAt } from '#app/(dashboard)/exports/lists.ts'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'

export const GET = exportRoute(exportedAt)
