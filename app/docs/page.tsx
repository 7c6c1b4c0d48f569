import type { Metadata } from 'next'
import { C, CodeSample, prose } from '#components/docs/guides/prose.tsx'
import { GUIDES } from '#lib/api-docs/guides.ts'
import { reference } from '#lib/surfaces/reference.ts'
import { currentReader } from './reader.ts'

export const metadata: Metadata = {
  title: 'Documentation',
  description: 'Guides and API reference.',
}

export default async function DocsStart() {
  const reader = await currentReader()
  return (
    <div className="max-w-[720px]">
      <h1 className="text-title font-semibold">Documentation</h1>
      <div className={prose}>
        <p>
          One API for orders, payments, refunds and everything around them: JSON over HTTPS under <C>/v1</C>,
          a key ID and secret as Basic authentication, amounts in paise (the smallest currency unit),
          timestamps in Unix seconds.
        </p>
        <CodeSample name="client-curl" reader={reader} />
      </div>
      <h2 className="mt-8 mb-2 text-lead font-semibold">Guides</h2>
      <ul className="border-t border-line">
        {GUIDES.map(({ name, title, summary }) => (
          <li key={name} className="border-b border-line py-2.5">
            <a href={`/docs/guides/${name}`} className="link font-[550]">
              {title}
            </a>
            <p className="text-ink-2">{summary}</p>
          </li>
        ))}
      </ul>
      <h2 className="mt-8 mb-2 text-lead font-semibold">Reference</h2>
      <ul className="border-t border-line">
        {reference().resources.map(({ name, title, description }) => (
          <li key={name} className="border-b border-line py-2.5">
            <a href={`/docs/reference/${name}`} className="link font-[550]">
              {title}
            </a>
            <p className="text-ink-2">{description}</p>
          </li>
        ))}
        <li className="border-b border-line py-2.5">
          <a href="/docs/errors" className="link font-[550]">
            Errors
          </a>
          <p className="text-ink-2">Every error reason, what it means and what to do.</p>
        </li>
        <li className="border-b border-line py-2.5">
          <a href="/openapi.json" className="link font-[550]">
            openapi.json
          </a>
          <p className="text-ink-2">
            The whole API as an OpenAPI 3.1 document, for generators and other tools.
          </p>
        </li>
      </ul>
    </div>
  )
}
