import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { currentReader } from '#app/docs/reader.ts'
import { Guide } from '#components/docs/guides/guide.tsx'
import { prose } from '#components/docs/guides/prose.tsx'
import { GUIDES } from '#lib/api-docs/guides.ts'

type Props = PageProps<'/docs/guides/[guide]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = guideOf((await params).guide)
  return found ? { title: found.title, description: found.summary } : { title: 'Not found' }
}

export default async function GuidePage({ params }: Props) {
  const guide = guideOf((await params).guide)
  if (!guide) notFound()
  const reader = await currentReader()
  const next = GUIDES[GUIDES.indexOf(guide) + 1]
  return (
    <article className="max-w-[720px]">
      <h1 className="text-title font-semibold">{guide.title}</h1>
      <div className={prose}>
        <Guide name={guide.name} reader={reader} />
      </div>
      {next && (
        <p className="print:hidden mt-10 border-t border-dashed border-line-strong pt-4 text-table">
          Next:{' '}
          <a href={`/docs/guides/${next.name}`} className="link">
            {next.title}
          </a>
        </p>
      )}
    </article>
  )
}

function guideOf(name: string) {
  return GUIDES.find((guide) => guide.name === name)
}
