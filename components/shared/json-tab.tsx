import { headers } from 'next/headers'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { type ApiRequest, CODE_LANGUAGES, type CodeLanguage, snippetOf } from './snippets.ts'

type JsonTabProps = {
  /** The record as the API returns it. */
  value: unknown
  request: ApiRequest
}

/** A record as the API returns it, and its request as code in four languages. Ships no script. */
export async function JsonTab({ value, request }: JsonTabProps) {
  const baseUrl = await addressOfThisSite()
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-labelledby="json-answer">
        <h2 id="json-answer" className="mb-2 text-table font-semibold">
          {request.method} <span className="mono font-normal">{request.path}</span>
        </h2>
        <CodeBlock code={JSON.stringify(value, null, 2)} label="JSON" />
      </section>
      <section aria-labelledby="json-request" className="group">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 id="json-request" className="text-table font-semibold">
            API request
          </h2>
          <SegmentedControl
            legend="Language"
            name="language"
            options={CODE_LANGUAGES.map((language) => ({ value: language, label: language }))}
            defaultValue="curl"
          />
        </div>
        {CODE_LANGUAGES.map((language) => (
          <div key={language} className={SHOWN[language]}>
            <CodeBlock code={snippetOf(language, baseUrl, request)} label={language} />
          </div>
        ))}
        <p className="mt-2 text-small text-ink-2">
          Runs as shown once <span className="mono">COUNTERFOIL_KEY_ID</span> and{' '}
          <span className="mono">COUNTERFOIL_KEY_SECRET</span> are set to an API key of this account and mode.
        </p>
      </section>
    </div>
  )
}

/** The radio buttons choose by CSS alone. Written out, since Tailwind reads class names from the source. */
const SHOWN: Record<CodeLanguage, string> = {
  curl: 'hidden group-has-[[value=curl]:checked]:block',
  Node: 'hidden group-has-[[value=Node]:checked]:block',
  Python: 'hidden group-has-[[value=Python]:checked]:block',
  PHP: 'hidden group-has-[[value=PHP]:checked]:block',
}

async function addressOfThisSite(): Promise<string> {
  const sent = await headers()
  const host = sent.get('x-forwarded-host') ?? sent.get('host') ?? 'localhost'
  return `${sent.get('x-forwarded-proto')?.split(',')[0] ?? 'http'}://${host}`
}
