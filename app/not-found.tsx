import { NothingHere } from '#components/ui/empty-state.tsx'

export const metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <NothingHere title="Page not found" href="/" label="Go to the dashboard">
        Check the URL.
      </NothingHere>
    </main>
  )
}
