import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { currentReader } from '#app/docs/reader.ts'
import { Code } from '#components/docs/code.tsx'
import { FieldList } from '#components/docs/field-list.tsx'
import { Method } from '#components/docs/method.tsx'
import { twoColumns } from '#components/docs/two-columns.ts'
import { Notice } from '#components/ui/notice.tsx'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import type { Described, Parameter, ResponseDoc } from '#lib/api-docs/read.ts'
import { meaningOf } from '#lib/api-docs/reasons.ts'
import { SAMPLE_LANGUAGES, type Sample, type SampleLanguage, samplesOf } from '#lib/api-docs/samples.ts'
import { describedOperation } from '#lib/surfaces/reference.ts'
import { TryPanel } from './try-panel.tsx'

/** A request as a code sample; the radio buttons choose its language by CSS alone. */
function Samples({ samples }: { samples: Sample[] }) {
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

type Props = PageProps<'/docs/reference/[resource]/[operation]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const operation = await find(params)
  return operation
    ? { title: `${operation.title} · Reference`, description: operation.summary }
    : { title: 'Not found' }
}

export default async function OperationPage({ params }: Props) {
  const operation = await find(params)
  if (!operation) notFound()
  const reader = await currentReader()
  const { parameters, body, responses } = operation
  const of = (place: Parameter['place']) => parameters.filter((each) => each.place === place)
  return (
    <>
      <h1 className="text-title font-semibold">{operation.title}</h1>
      <p className="mt-1 flex flex-wrap items-baseline gap-2">
        <Method method={operation.method} />
        <span className="mono break-all">{operation.path}</span>
      </p>
      <div className="max-w-[720px] mt-2 grid gap-2 text-ink-2">
        <p>{operation.summary}</p>
        <p className="text-table">
          Needs the permission <code className="mono">{operation.permissions.join(' and ')}</code>.
        </p>
        {operation.deprecated && (
          <Notice tone="wait">
            Wallets are discontinued.{' '}
            <a href="/docs/wallets-discontinued" className="link">
              What that means
            </a>
          </Notice>
        )}
      </div>
      <div className={`${twoColumns} mt-6`}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          <Group id="path" title="Path parameters" fields={of('path')} />
          <Group id="query" title="Query parameters" fields={of('query')} />
          {body && (
            <Group
              id="body"
              title={`Request body (${body.types.map(short).join(' or ')})`}
              fields={body.fields}
            />
          )}
          <Group id="header" title="Headers" fields={of('header')} />
          {responses.map((response) => (
            <ResponseFields key={response.status} response={response} />
          ))}
          <OperationErrors
            errors={operation.errors.map((each) => ({ ...each, means: meaningOf(each.reason) }))}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          <Samples samples={samplesOf(operation, reader)} />
          <ResponseExample operation={operation} />
          <TryPanel operation={operation} />
        </div>
      </div>
    </>
  )
}

async function find(params: Props['params']): Promise<Described | null> {
  const { resource, operation } = await params
  const found = describedOperation(operation)
  return found?.resource === resource ? found : null
}

function short(type: string): string {
  return { 'application/json': 'JSON', 'application/x-www-form-urlencoded': 'form' }[type] ?? type
}

function Group({
  id,
  title,
  fields,
}: {
  id: string
  title: string
  fields: Described['parameters'] | ResponseDoc['fields']
}) {
  if (fields.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-table font-semibold">
        {title}
      </h2>
      <FieldList fields={fields} id={id} />
    </section>
  )
}

function ResponseFields({ response: { status, description, fields, type } }: { response: ResponseDoc }) {
  return (
    <section aria-labelledby={`response-${status}`}>
      <h2 id={`response-${status}`} className="mb-2 text-table font-semibold">
        Response {status}
      </h2>
      {(fields.length === 0 || description !== 'Success.') && (
        <p className="mb-2 text-table text-ink-2">
          {description}{' '}
          {type &&
            type !== 'application/json' &&
            'The file content as it was uploaded, with its own content type.'}
        </p>
      )}
      {fields.length > 0 && description === 'Success.' && (
        <FieldList fields={fields} id={`response-${status}`} inResponse />
      )}
    </section>
  )
}

function ResponseExample({ operation }: { operation: Described }) {
  const response = operation.responses.find(({ example }) => example !== undefined)
  if (!response) return null
  return (
    <section aria-labelledby="example">
      <h2 id="example" className="mb-2 text-table font-semibold">
        Response
      </h2>
      <Code code={JSON.stringify(response.example, null, 2)} label={`${response.status}, JSON`} />
    </section>
  )
}

function OperationErrors({ errors }: { errors: { status: string; reason: string; means: string }[] }) {
  return (
    <section aria-labelledby="errors">
      <h2 id="errors" className="mb-2 text-table font-semibold">
        Errors
      </h2>
      <ul className="border-t border-line">
        {errors.map(({ status, reason, means }) => (
          <li
            key={`${status}${reason}`}
            className="grid grid-cols-[36px_minmax(0,1fr)] border-b border-line py-1.5 text-table"
          >
            <span className="num text-ink-3">{status}</span>
            <span className="min-w-0">
              <a href={`/docs/errors#${reason}`} className="link mono break-all">
                {reason}
              </a>
              <span className="block text-ink-2">{means}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
