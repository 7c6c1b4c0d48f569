import { Denied } from '#components/ui/denied.tsx'

export const metadata = { title: 'No permission' }

export default function Forbidden() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <Denied />
    </main>
  )
}
