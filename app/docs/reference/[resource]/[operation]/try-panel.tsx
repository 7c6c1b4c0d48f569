import { TryIt } from '#components/docs/try-it.tsx'
import type { Described, Parameter } from '#lib/api-docs/read.ts'
import { examplePath, takesFile } from '#lib/api-docs/samples.ts'
import { newestIds, testActor } from '#lib/surfaces/try-out.ts'
import { missingPermission, type Permission } from '#lib/values/permissions.ts'
import { tryRequestAction } from './actions.ts'

/**
 * The form that runs the request, for signed-in readers with the permission. It starts with ids of the reader's own
 * records.
 */
export async function TryPanel({ operation }: { operation: Described }) {
  return (
    <section aria-labelledby="try" className="print:hidden">
      <h2 id="try" className="mb-2 text-table font-semibold">
        Try it
      </h2>
      <Body operation={operation} />
    </section>
  )
}

async function Body({ operation }: { operation: Described }) {
  const { resource, id, method, parameters, body, permissions } = operation
  const actor = await testActor()
  if (!actor) {
    const here = `/docs/reference/${resource}/${id}`
    return (
      <p className="text-ink-2">
        <a href={`/login?return_to=${encodeURIComponent(here)}`} className="link">
          Sign in
        </a>{' '}
        to send this request to your test account from here.
      </p>
    )
  }
  if (takesFile(operation)) {
    return (
      <p className="text-ink-2">
        Requests with a file can't be sent from here. Use one of the samples above.
      </p>
    )
  }
  const lacking = permissions.find((each): each is Permission => !actor.permissions.has(each as Permission))
  if (lacking) return <p className="text-ink-2">{missingPermission(lacking)}</p>
  const kinds = new Set(
    [...`${examplePath(operation)} ${JSON.stringify(body?.example)}`.matchAll(EXAMPLE_ID)].map(
      (match) => match[1] ?? '',
    ),
  )
  const own = await newestIds(actor, [...kinds])
  const mine = (text: string) => text.replace(EXAMPLE_ID, (whole, kind: string) => own[kind] ?? whole)
  const inputs = parameters.filter(({ place }) => place !== 'header').flatMap(fieldsApart)
  const values = Object.fromEntries([
    ...inputs.map(({ name, place, example }) => [
      `${place}.${name}`,
      place === 'path' ? mine(String(example)) : '',
    ]),
    ...(body ? [['body', mine(JSON.stringify(body.example, null, 2))]] : []),
  ])
  return (
    <TryIt
      action={tryRequestAction}
      initial={{ problem: null, values, response: null }}
      operation={id}
      inputs={inputs.map(({ name, place, required }) => ({
        name: `${place}.${name}`,
        label: name,
        place: place as 'path' | 'query',
        required,
      }))}
      hasBody={body !== null}
      changes={method !== 'GET'}
    />
  )
}

/** A parameter that is an object is written with brackets, a field at a time: amount[gte]. */
function fieldsApart(parameter: Parameter): Parameter[] {
  if (parameter.fields.length === 0) return [parameter]
  return parameter.fields.map((field) => ({
    ...field,
    name: `${parameter.name}[${field.name}]`,
    place: parameter.place,
    required: false,
  }))
}

/** The ids of the examples: a prefix and the fourteen characters that all of them share. */
const EXAMPLE_ID = /\b([a-z]+)_NfLw3gQ81xRt0a\b/g
