import { CardPart, PaperCard } from '#components/ui/slip.tsx'

export const metadata = { title: 'Order not found' }

export default function NoSuchOrder() {
  return (
    <main className="px-4 pt-12 pb-8">
      <PaperCard>
        <CardPart>
          <h1 className="text-title font-semibold">Order not found</h1>
          <p className="mt-1 text-ink-2">
            The link may be incomplete. Open the merchant's link again, or ask them for a new one. You were
            not charged.
          </p>
        </CardPart>
      </PaperCard>
    </main>
  )
}
