import { CardPart, PaperCard } from '#components/ui/slip.tsx'
import { pageText } from '#lib/surfaces/language.ts'
import { stepTitle } from './queries.ts'

export const generateMetadata = stepTitle('order.not_found')

export default async function NoSuchOrder() {
  const t = await pageText()
  return (
    <main className="px-4 pt-12 pb-8">
      <PaperCard>
        <CardPart>
          <h1 className="text-title font-semibold">{t('order.not_found')}</h1>
          <p className="mt-1 text-ink-2">{t('order.not_found_note')}</p>
        </CardPart>
      </PaperCard>
    </main>
  )
}
