import { Denied } from '#components/ui/denied-boundary.tsx'

export const metadata = { title: 'No permission' }

export default function Forbidden() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <Denied permission="" />
    </main>
  )
}
