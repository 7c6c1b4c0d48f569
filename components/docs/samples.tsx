import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { SAMPLE_LANGUAGES, type Sample, type SampleLanguage } from '#lib/api-docs/samples.ts'
import { Code } from './code.tsx'

/** A request as a code sample; the radio buttons choose its language by CSS alone. */
export function Samples({ samples }: { samples: Sample[] }) {
  return (
    <section aria-labelledby="samples" className="group">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="samples" className="text-table font-semibold">
          Request
        </h2>
        <SegmentedControl
          legend="Language"
          name="language"
          options={SAMPLE_LANGUAGES.map((language) => ({ value: language, label: language }))}
          defaultValue="curl"
        />
      </div>
      {samples.map(({ language, code }) => (
        <div key={language} className={SHOWN[language]}>
          <Code code={code} label={language} />
        </div>
      ))}
    </section>
  )
}

/** Written out, since Tailwind reads class names from the source. */
const SHOWN: Record<SampleLanguage, string> = {
  curl: 'hidden group-has-[[value=curl]:checked]:block print:block',
  Node: 'hidden group-has-[[value=Node]:checked]:block print:block',
  Python: 'hidden group-has-[[value=Python]:checked]:block print:block',
}
