import { NothingHere } from '#components/ui/empty-state.tsx'

export const metadata = { title: 'Nothing here' }

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <NothingHere title="Nothing here" href="/" label="Go to the start">
        There is no page at this address. Check it for a missing letter.
      </NothingHere>
    </main>
  )
}
