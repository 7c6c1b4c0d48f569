import { CardPart, PaperCard } from '#components/ui/slip.tsx'

export const metadata = { title: 'No such order' }

export default function NoSuchOrder() {
  return (
    <main className="px-4 pt-12 pb-8">
      <PaperCard>
        <CardPart>
          <h1 className="text-title font-semibold">There is no order here</h1>
          <p className="mt-1 text-ink-2">
            A letter of the address may be missing. Open the link of the merchant again, or ask them for a new
            one. Nothing was taken from you.
          </p>
        </CardPart>
      </PaperCard>
    </main>
  )
}
