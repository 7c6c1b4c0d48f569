import { selectionRoute } from '#app/(dashboard)/list-page.tsx'
import { SELECTABLE } from '#app/(dashboard)/lists.ts'

export const GET = selectionRoute(SELECTABLE)
