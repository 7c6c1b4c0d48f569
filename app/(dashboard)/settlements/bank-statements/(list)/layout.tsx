import { listLayout } from '#app/(dashboard)/list-page.tsx'

export default listLayout('Bank statements')
