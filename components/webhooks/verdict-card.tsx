import { Fragment } from 'react'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Count } from '#components/ui/count.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { MISSING_MESSAGES, mistakeWords } from '#lib/values/signatures/mistake-messages.ts'
import { SNIPPET_LANGUAGES, type SnippetLanguage, snippetFor } from '#lib/values/signatures/snippets.ts'
import type { Verdict } from '#lib/values/signatures/verdict.ts'

/** The result of a check: whether it verifies, the mistake, the first difference, and the correct code. */
export function VerdictCard({ verdict }: { verdict: Verdict }) {
  const { received, expected, difference } = verdict
  return (
    <section aria-label="Result" className="grid max-w-200 grid-cols-1 gap-5 border-t border-line pt-5">
      <Says verdict={verdict} />
      {difference && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-table">
          <dt className="text-ink-2">First difference:</dt>
          <dd className="num">
            character <Count of={difference.at + 1} />
          </dd>
          <dt className="text-ink-2">Sent</dt>
          <dd className="mono wrap-anywhere whitespace-pre-wrap">{visible(difference.sent)}</dd>
          <dt className="text-ink-2">Used</dt>
          <dd className="mono wrap-anywhere whitespace-pre-wrap">{visible(difference.used)}</dd>
        </dl>
      )}
      {(received || expected) && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-table">
          {signaturesOf(verdict).map(({ term, signature }) => (
            <Fragment key={term}>
              <dt className="text-ink-2">{term}</dt>
              <dd className="mono wrap-anywhere">{signature}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {verdict.result !== 'incomplete' && <CodeSamples verdict={verdict} />}
    </section>
  )
}

/** Which signature was computed from what. Equal ones are said once: then the mistake lies elsewhere. */
function signaturesOf({ received, expected, about }: Verdict): { term: string; signature: string }[] {
  const given = about === 'computed' ? 'Computed by your code' : 'Received'
  if (received !== null && received === expected)
    return [{ term: `${given}, and correct for this body and secret`, signature: received }]
  return [
    { term: given, signature: received },
    { term: 'Correct for this body and secret', signature: expected },
  ].flatMap(({ term, signature }) => (signature ? [{ term, signature }] : []))
}

function Says({ verdict: { result, mistakes, missing, about } }: { verdict: Verdict }) {
  if (result === 'verified')
    return (
      <Notice tone="good" title="Signature valid">
        Body, signature and secret match.
      </Notice>
    )
  if (result === 'incomplete')
    return (
      <Notice tone="wait" title="Missing input">
        {missing && MISSING_MESSAGES[missing]}
      </Notice>
    )
  if (result === 'unknown')
    return about === 'computed' ? (
      <Notice tone="wait" title="The delivery is valid, but your computed signature has no known cause">
        Body, signature and secret match, but no common mistake leads to your signature. Compare your code
        with the example below, line by line.
      </Notice>
    ) : (
      <Notice tone="bad" title="Signature invalid, no common mistake found">
        Use the body and headers of the same request, and the secret of the receiving endpoint. If the headers
        include the event ID, the body is also compared with the stored delivery.
      </Notice>
    )
  return mistakes.map((mistake) => {
    const { title, what, fix } = mistakeWords(mistake)
    return (
      <Notice key={mistake.name} tone="bad" title={title}>
        <p className="wrap-anywhere">{what}</p>
        <p className="mt-1 font-[540]">{fix}</p>
        {about === 'computed' && (
          <p className="mt-1 text-small text-ink-2">
            The delivery itself is valid. The mistake is in your code.
          </p>
        )}
      </Notice>
    )
  })
}

function CodeSamples({ verdict: { family, mistakes } }: { verdict: Verdict }) {
  return (
    <section aria-labelledby="code-samples" className="group">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="code-samples" className="text-table font-semibold">
          Correct verification code
        </h2>
        <SegmentedControl
          legend="Language"
          name="language"
          options={SNIPPET_LANGUAGES.map((language) => ({ value: language, label: language }))}
          defaultValue="Node"
        />
      </div>
      {SNIPPET_LANGUAGES.map((language) => (
        <div key={language} className={SHOWN[language]}>
          <CodeBlock code={snippetFor(family, language, mistakes)} label={language} />
        </div>
      ))}
    </section>
  )
}

/** The radio buttons choose by CSS alone. Written out, since Tailwind reads class names from the source. */
const SHOWN: Record<SnippetLanguage, string> = {
  Node: 'hidden group-has-[[value=Node]:checked]:block',
  Python: 'hidden group-has-[[value=Python]:checked]:block',
  PHP: 'hidden group-has-[[value=PHP]:checked]:block',
  Ruby: 'hidden group-has-[[value=Ruby]:checked]:block',
  Go: 'hidden group-has-[[value=Go]:checked]:block',
  Java: 'hidden group-has-[[value=Java]:checked]:block',
  'C#': 'hidden group-has-[[value="C#"]:checked]:block',
}

/** Line ends and a byte order mark as their escapes, so that they can be seen. */
function visible(text: string): string {
  if (text === '') return '(nothing)'
  return text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\ufeff', '\\ufeff')
}
