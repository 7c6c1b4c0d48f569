import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Markdown } from '#components/docs/guides/markdown.tsx'
import { prose } from '#components/docs/guides/prose.tsx'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'

type Props = PageProps<'/docs/guides/apps/[guide]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = guideOf((await params).guide)
  return found ? { title: found.title, description: found.summary } : { title: 'Not found' }
}

/** A guide as apps read it: the page that they cite. */
export default async function AppGuidePage({ params }: Props) {
  const guide = guideOf((await params).guide)
  if (!guide) notFound()
  return (
    <article className="max-w-[720px]">
      <h1 className="text-title font-semibold">{guide.title}</h1>
      <div className={prose}>
        <Markdown text={guide.text} />
      </div>
      <p className="print:hidden mt-10 border-t border-dashed border-line-strong pt-4 text-table">
        AI clients find this guide with search.{' '}
        <a href="/docs/guides/ai-client" className="link">
          Connect an AI client
        </a>
      </p>
    </article>
  )
}

function guideOf(name: string) {
  return TOOL_GUIDES.find((guide) => guide.name === name)
}
