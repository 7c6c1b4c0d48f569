import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Code } from '#components/docs/code.tsx'
import { FieldList } from '#components/docs/field-list.tsx'
import { Method } from '#components/docs/method.tsx'
import { twoColumns } from '#components/docs/two-columns.ts'
import type { Described, DocResource } from '#lib/api-docs/read.ts'
import { reference } from '#lib/surfaces/reference.ts'

type Props = PageProps<'/docs/reference/[resource]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = resourceOf((await params).resource)
  return { title: found ? `${found.title} · Reference` : 'Not found' }
}

export default async function ResourcePage({ params }: Props) {
  const resource = resourceOf((await params).resource)
  if (!resource) notFound()
  const object = objectOf(resource)
  return (
    <>
      <h1 className="text-title font-semibold">{resource.title}</h1>
      <p className="max-w-[720px] mt-1 text-ink-2">{resource.description}</p>
      <ul aria-label="Operations" className="mt-5 border-t border-line">
        {resource.operations.map(({ id, method, path, title }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
            <a href={`/docs/reference/${resource.name}/${id}`} className="link min-w-56 font-[550]">
              {title}
            </a>
            <span className="flex min-w-0 items-baseline gap-2">
              <Method method={method} />
              <span className="mono text-table break-all">{path}</span>
            </span>
          </li>
        ))}
      </ul>
      {object && (
        <section aria-labelledby="object" className="mt-8">
          <h2 id="object" className="mb-2 text-lead font-semibold">
            The object
          </h2>
          <div className={twoColumns}>
            <FieldList fields={object.fields} id="object" inResponse />
            <Code code={JSON.stringify(object.example, null, 2)} label="JSON" />
          </div>
        </section>
      )}
    </>
  )
}

function resourceOf(name: string): DocResource | undefined {
  return reference().resources.find((resource) => resource.name === name)
}

/** The object of a resource: the response of its creation, else of fetching one. */
function objectOf({ operations }: DocResource) {
  const rank = ({ method, path }: Described) =>
    method === 'POST' && !path.includes('{') && !path.includes('create')
      ? 0
      : method === 'GET' && path.endsWith('}')
        ? 1
        : 2
  const [best] = [...operations].sort((left, right) => rank(left) - rank(right))
  const response = best && rank(best) < 2 ? best.responses.find(({ status }) => status < '204') : undefined
  return response && response.fields.length > 0 ? response : null
}
